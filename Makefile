# The README's commands. Everything real happens in CMake; see CMakePresets.json.
.PHONY: help demo check bench soak mutants format clean packages configure

# cmake starts a make of its own, which shall not inherit the flags of this one, such as -j.
CMAKE_BUILD := env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL cmake --build --preset release
BUILD := $(CMAKE_BUILD) --parallel "$$(nproc)"

help:
	@echo 'make demo     show what it does'
	@echo 'make check    build and run all tests'
	@echo 'make bench    print measured times'
	@echo 'make soak     judge a million edges by brute force (long; SOAK="--minutes 10" for less)'
	@echo 'make mutants  prove that the tests notice small mistakes (long)'
	@echo 'make format   bring all sources into the house style'
	@echo 'make clean    remove the build folder'

demo: configure
	@$(BUILD) --target edgeproof edgeproof_scenes
	@planners/demo.sh build/release/planners/edgeproof build/release/envs build/demo

check: configure
	@$(BUILD)
	@ctest --preset release
	@python3 -B tests/house/report_sizes.py

bench: configure
	@$(BUILD)
	@$(CMAKE_BUILD) --target bench

soak: configure
	@$(BUILD) --target soak --target edgeproof_scenes
	@SOAK="$(SOAK)" $(CMAKE_BUILD) --target run_soak

mutants: configure
	@$(CMAKE_BUILD) --target mutants

format: packages
	@python3 -B tests/house/check_format.py --apply

clean:
	rm -rf build

configure: packages
	@cmake --preset release

packages:
	@tests/house/install_packages.sh apt-packages.txt
