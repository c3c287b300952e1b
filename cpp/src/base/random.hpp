#pragma once

// Drawing numbers that are the same on every machine: the standard library's distributions are not.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

namespace maskscope {

/// splitmix64 (Steele, Lea and Flood 2014, "Fast Splittable Pseudorandom Number Generators").
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  /// An integer from `least` to `greatest`, both included. The ranges are tiny, so the bias of `%` does not matter.
  int between(int least, int greatest) {
    return least + static_cast<int>(next() % static_cast<std::uint64_t>(greatest - least + 1));
  }

  template <class Item>
  void shuffle(std::vector<Item>& items) {
    for (std::size_t left = items.size(); left > 1; --left) std::swap(items[left - 1], items[next() % left]);
  }

  template <class Item>
  const Item& pick(const std::vector<Item>& items) {
    return items[next() % items.size()];
  }

  /// In (0,1]: never 0, whose logarithm `normal` could not take.
  double uniform() { return (static_cast<double>(next() >> 11) + 1.0) * 0x1p-53; }

  /// Mean 0, variance 1, by Box and Muller.
  double normal() {
    const double radius = std::sqrt(-2.0 * std::log(uniform()));
    return radius * std::cos(2.0 * std::numbers::pi * uniform());
  }

 private:
  std::uint64_t state_;
};

}  // namespace maskscope
