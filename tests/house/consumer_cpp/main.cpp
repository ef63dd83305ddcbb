// An outside program in C++: a slide moves, half way along its edge it is half way.
#include <edgeproof/edgeproof.h>

#include <cmath>
#include <iostream>
#include <memory>
#include <vector>

int main()
{
  ep_link_desc link = ep_link_default();
  link.name = "slide";
  link.joint = EP_JOINT_PRISMATIC;
  ep_machine_desc desc = ep_machine_default();
  desc.links = &link;
  desc.link_count = 1;

  ep_error error;
  ep_machine* raw_machine = nullptr;
  if (ep_machine_create(&desc, &raw_machine, &error) != EP_OK)
  {
    std::cerr << error.message << '\n';
    return 1;
  }
  const std::unique_ptr<ep_machine, void (*)(ep_machine*)> machine(raw_machine, ep_machine_destroy);

  ep_edge* raw_edge = nullptr;
  if (ep_edge_create(machine.get(), &raw_edge, &error) != EP_OK)
  {
    std::cerr << error.message << '\n';
    return 1;
  }
  const std::unique_ptr<ep_edge, void (*)(ep_edge*)> edge(raw_edge, ep_edge_destroy);

  const std::vector<double> q0 = {-1.0};
  const std::vector<double> q1 = {3.0};
  std::vector<double> q(1);
  std::vector<ep_frame> frames(1);
  if (ep_edge_set(edge.get(), q0.data(), q1.data(), &error) != EP_OK ||
      ep_edge_config(edge.get(), 0.5, q.data()) != EP_OK ||
      ep_machine_forward(machine.get(), q.data(), frames.data(), &error) != EP_OK)
  {
    std::cerr << error.message << '\n';
    return 1;
  }
  std::cout << "half way: x = " << frames[0].position[0] << '\n';
  return std::fabs(frames[0].position[0] - 1.0) < 1e-9 ? 0 : 1;
}
