#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

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
  disposed,           ///< an array kept in the WebAssembly module's memory is not there any more
};

/// The code as users meet it in JavaScript, for instance `"shape_mismatch"`.
std::string_view name(ErrorCode code) noexcept;

/// What the library throws. The message names the argument, what was expected and what came: the names of arguments as
/// they are, values that are names in quotation marks.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

/// `no_visible_key`, and where: "a valid query has no visible key: batch 0, head 0, query 2; 1 of 6 rows".
class EmptyRowError : public Error {
 public:
  /// The index of the first such row: [b,h,i] in attention, the leading axes of the scores in a softmax.
  EmptyRowError(std::vector<std::size_t> row, std::size_t empty_rows, std::size_t rows);

  const std::vector<std::size_t>& row() const noexcept { return row_; }
  std::size_t empty_rows() const noexcept { return empty_rows_; }  ///< how many valid queries have no visible key
  std::size_t rows() const noexcept { return rows_; }              ///< of how many

 private:
  std::vector<std::size_t> row_;
  std::size_t empty_rows_;
  std::size_t rows_;
};

}  // namespace maskscope
