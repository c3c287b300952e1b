// This file is compiled once for each instruction set, then chooses among them when it is first called.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/tiled.cpp"
#include <hwy/foreach_target.h>  // before highway.h

#include "kernels/tiled-inl.hpp"

#if HWY_ONCE
namespace maskscope::kernels {

HWY_EXPORT(attend_float);
HWY_EXPORT(attend_double);
HWY_EXPORT(workspace_size_float);
HWY_EXPORT(workspace_size_double);
HWY_EXPORT(name);

template <>
void attend(const Job<float>& job, float* workspace) {
  HWY_DYNAMIC_DISPATCH(attend_float)(job, workspace);
}

template <>
void attend(const Job<double>& job, double* workspace) {
  HWY_DYNAMIC_DISPATCH(attend_double)(job, workspace);
}

template <>
std::size_t workspace_size(const Job<float>& job) {
  return HWY_DYNAMIC_DISPATCH(workspace_size_float)(job);
}

template <>
std::size_t workspace_size(const Job<double>& job) {
  return HWY_DYNAMIC_DISPATCH(workspace_size_double)(job);
}

const char* instruction_set() { return HWY_DYNAMIC_DISPATCH(name)(); }

}  // namespace maskscope::kernels
#endif
