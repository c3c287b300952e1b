#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace bench {

/// What the command line says as `name=value`.
class Settings {
 public:
  /// Takes the arguments that are no flags.
  Settings(int count, char** arguments) {
    for (int i = 1; i < count; ++i) {
      const std::string argument = arguments[i];
      const auto equals = argument.find('=');
      if (argument.starts_with("-") || equals == std::string::npos) continue;
      values_[argument.substr(0, equals)] = argument.substr(equals + 1);
    }
  }

  bool empty() const { return values_.empty(); }

  /// Empty where it was not given.
  std::string text(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? "" : found->second;
  }

  /// Throws `std::invalid_argument` where it was not given.
  std::size_t number(const std::string& name) const { return std::stoul(text(name)); }

 private:
  std::map<std::string, std::string> values_;
};

}  // namespace bench
