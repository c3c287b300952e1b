#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace maskscope {

/// Every way in which a call can be refused. The library throws `Error` and nothing else.
enum class ErrorCode {
  empty_input,        ///< an array, a batch or a sequence has no element
  shape_mismatch,     ///< a shape differs from the one the other arguments ask for
  not_finite,         ///< NaN or infinity where a finite number is needed
  out_of_range,       ///< an index, a ratio, a length or a count outside its limits
  too_large,          ///< a size above the documented limit
  no_visible_key,     ///< a valid query has no visible key
  no_scored_target,   ///< a loss was asked for, but no target is scored
  unknown_name,       ///< an option, a variant or an exercise that does not exist
  prefix_changed,     ///< a future-perturbation probe whose "changed" input touches the prefix
};

/// The code as users meet it in JavaScript, for instance `"shape_mismatch"`.
std::string_view name(ErrorCode code) noexcept;

/// What the library throws. The message names the argument, what was expected and what came.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace maskscope
