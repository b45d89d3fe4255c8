# Each target installs the programs that a new machine lacks: any of them works as the first
# command.
#
#   make build            leaves target/release/maser and target/release/maser-emu
#   make run ARGS='...'   an Erlang shell on Maser, or what erl's flags in ARGS say
#   make native           leaves target/release/maser-native, too: the compiler to native code
#   make prof-gen         leaves target/prof-gen/maser-emu, which counts what it executes: `maser pgo train`
#   make prof-use         leaves target/prof-use/maser, compiled by what has been counted
#   make prof-clean       forgets what has been counted
#   make tuned            all three, with Maser's labs as the work
#   make install          into PREFIX=/usr/local: compiled by what has been counted, of the labs if nothing has;
#                         PROFILE=no compiles without, in a minute rather than ten
#   make test             everything that CI runs
#   make otp              fetches OTP 27 and 29 into ~/.cache/maser/otp-roots, which tests run programs on, too
#   make docs             leaves target/book: README, docs and the pages beside the code, links checked

SHELL := /bin/bash
export PATH := $(HOME)/.cargo/bin:$(PATH)

# Where cargo builds; tests may be pointed at another directory.
TARGET ?= target
CARGO = cargo
# On a terminal cargo shows how far it is; elsewhere only what goes wrong.
QUIET := $(shell [ -t 2 ] || echo --quiet)
ARGS ?=

PREFIX ?= /usr/local
PROFILE ?= yes

.PHONY: build native run test setup prof-gen prof-use prof-clean tuned install docs otp

build: setup
	@$(CARGO) build $(QUIET) --release --target-dir $(TARGET) -p maser -p maser-emu -p hugetext-preload
	@# In pieces of the size of huge pages: some file systems keep it in such pages then.
	@cd $(TARGET)/release && dd if=maser-emu of=maser-emu.new bs=2M status=none && \
		chmod +x maser-emu.new && mv maser-emu.new maser-emu

native: build
	@scripts/setup native
	@$(CARGO) build $(QUIET) --release --target-dir $(TARGET) -p native

# Output and input are the emulator's alone: what is said while building goes to stderr.
run: build
	@$(TARGET)/release/maser $(ARGS)

prof-gen: build
	@TARGET=$(TARGET) scripts/prof gen

prof-use: native
	@TARGET=$(TARGET) scripts/prof use

prof-clean:
	@TARGET=$(TARGET) scripts/prof clean

tuned: native prof-clean prof-gen
	@PATH="$(abspath $(TARGET))/release:$$PATH" maser pgo train -- scripts/train
	@$(MAKE) --no-print-directory prof-use

install: native
ifeq ($(PROFILE),no)
	@TARGET=$(TARGET) scripts/prof install $(PREFIX) release
else
	@if ls $(TARGET)/prof-gen/data/*.profraw > /dev/null 2>&1; \
		then $(MAKE) --no-print-directory prof-use; else $(MAKE) --no-print-directory tuned; fi
	@TARGET=$(TARGET) scripts/prof install $(PREFIX) prof-use
endif

test:
	@TARGET=$(TARGET) scripts/test

otp: setup
	@scripts/otp-roots

docs: setup
	@TARGET=$(TARGET) scripts/docs build

setup:
	@scripts/setup
