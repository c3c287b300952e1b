#pragma once

// The kernels are compiled for several instruction sets and take the best one of the machine; here tests make them take
// each.

#include <gtest/gtest.h>
#include <hwy/targets.h>

namespace maskscope::checks {

/// The kernels take `target` as long as this lives.
class ForcedInstructionSet {
 public:
  explicit ForcedInstructionSet(std::int64_t target) { hwy::SetSupportedTargetsForTest(target); }
  ForcedInstructionSet(const ForcedInstructionSet&) = delete;
  ForcedInstructionSet& operator=(const ForcedInstructionSet&) = delete;
  ~ForcedInstructionSet() { hwy::SetSupportedTargetsForTest(0); }
};

/// Calls `check(name)` on each instruction set that was compiled and that this machine has.
template <class Check>
void on_each_instruction_set(Check check) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    const char* name = hwy::TargetName(target);
    SCOPED_TRACE(name);
    const ForcedInstructionSet forced(target);
    check(name);
  }
}

}  // namespace maskscope::checks
