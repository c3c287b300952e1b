#include "maskscope/masks/visibility.hpp"

#include <algorithm>
#include <cmath>

#include "base/arrays.hpp"
#include "base/refuse.hpp"

namespace maskscope {
namespace {

Mask combined(const Mask& a, const Mask& b, bool (*combine)(bool, bool)) {
  const Shape shape = common_shape(a.shape(), b.shape());
  require_broadcastable("b", b.shape(), shape);
  Mask result = broadcast_to("a", a, shape);
  bool* cell = result.data();
  walk_broadcast(b.shape(), shape, [&](std::size_t position) {
    *cell = combine(*cell, b.data()[position]);
    ++cell;
  });
  return result;
}

Reason with_override(Reason by_rules, int override_value) {
  if (override_value == 1 && by_rules != Reason::visible) return Reason::allowed_by_hand;
  if (override_value == -1 && by_rules == Reason::visible) return Reason::blocked_by_hand;
  return by_rules;
}

void require_overrides(const Overrides& overrides, ShapeView expected) {
  require_shape("overrides", overrides.shape(), expected);
  for (std::size_t i = 0; i < overrides.size(); ++i) {
    const int element = overrides.data()[i];
    if (element < -1 || element > 1) {
      refuse(ErrorCode::out_of_range, "overrides", "-1, 0 or 1", number_text(element, i, expected));
    }
  }
}

}  // namespace

Mask causal(std::size_t queries, std::size_t keys, std::ptrdiff_t offset) {
  require_not_empty("causal", {queries, keys});
  Mask visible = filled<Mask>({queries, keys}, false);
  bool* cell = visible.data();
  for (std::size_t i = 0; i < queries; ++i) {
    for (std::size_t j = 0; j < keys; ++j) {
      *cell++ = static_cast<std::ptrdiff_t>(j) - static_cast<std::ptrdiff_t>(i) <= offset;
    }
  }
  return visible;
}

Mask valid_from_lengths(const std::vector<std::size_t>& lengths, std::size_t positions) {
  require_not_empty("lengths", {lengths.size()});
  require_not_empty("positions", {positions});
  Mask valid = filled<Mask>({lengths.size(), positions}, false);
  for (std::size_t b = 0; b < lengths.size(); ++b) {
    if (lengths[b] > positions) {
      refuse(ErrorCode::out_of_range, "lengths", "at most " + std::to_string(positions),
             number_text(static_cast<double>(lengths[b]), b, {lengths.size()}));
    }
    std::fill_n(valid.data() + b * positions, lengths[b], true);
  }
  return valid;
}

Mask valid_from_token_ids(const Indices& ids, int pad_id) {
  require_axes("ids", ids.shape(), 2);
  Mask valid = filled<Mask>(ids.shape(), false);
  for (std::size_t i = 0; i < ids.size(); ++i) valid.data()[i] = ids.data()[i] != pad_id;
  return valid;
}

template <class T>
Mask valid_from_embeddings(const Tensor<T>& x, T pad_value) {
  require_axes("x", x.shape(), 3);
  if (std::isnan(pad_value)) refuse(ErrorCode::not_finite, "pad_value", "a number", "NaN");
  const std::size_t width = x.shape(2);
  Mask valid = filled<Mask>({x.shape(0), x.shape(1)}, false);
  for (std::size_t row = 0; row < valid.size(); ++row) {
    const T* vector = x.data() + row * width;
    valid.data()[row] = std::any_of(vector, vector + width, [&](T coordinate) { return coordinate != pad_value; });
  }
  return valid;
}

Mask key_padding(const Mask& valid_keys, std::size_t queries) {
  require_axes("valid_keys", valid_keys.shape(), 2);
  require_not_empty("queries", {queries});
  const std::size_t batch = valid_keys.shape(0);
  const std::size_t keys = valid_keys.shape(1);
  return broadcast_to("valid_keys", reshaped(valid_keys, {batch, 1, 1, keys}), {batch, 1, queries, keys});
}

Mask scored_targets(const Mask& valid_queries, const Indices& targets, int ignored_id) {
  require_axes("valid_queries", valid_queries.shape(), 2);
  require_shape("targets", targets.shape(), valid_queries.shape());
  Mask scored = valid_queries;
  for (std::size_t i = 0; i < scored.size(); ++i) {
    if (targets.data()[i] == ignored_id) scored.data()[i] = false;
  }
  return scored;
}

Mask visible_and(const Mask& a, const Mask& b) {
  return combined(a, b, [](bool x, bool y) { return x && y; });
}

Mask visible_or(const Mask& a, const Mask& b) {
  return combined(a, b, [](bool x, bool y) { return x || y; });
}

Mask visible_not(const Mask& a) {
  Mask result = a;
  for (std::size_t i = 0; i < result.size(); ++i) result.data()[i] = !result.data()[i];
  return result;
}

ExplainedVisibility explain_visibility(const Mask& valid, const VisibilityRules& rules) {
  require_axes("valid", valid.shape(), 2);
  const std::size_t batch = valid.shape(0);
  const std::size_t positions = valid.shape(1);
  const bool overridden = is_given(rules.overrides);
  if (overridden) require_overrides(rules.overrides, {batch, positions, positions});

  const Shape shape = {batch, 1, positions, positions};
  ExplainedVisibility result{filled<Mask>(shape, false), filled<Indices>(shape, 0)};
  std::size_t cell = 0;
  for (std::size_t b = 0; b < batch; ++b) {
    for (std::size_t i = 0; i < positions; ++i) {
      for (std::size_t j = 0; j < positions; ++j, ++cell) {
        const bool future = rules.causal && j > i;
        const bool padding = rules.padding && !valid.data()[b * positions + j];
        Reason reason = future && padding ? Reason::future_and_padding
                        : future          ? Reason::future
                        : padding         ? Reason::padding
                                          : Reason::visible;
        if (overridden) reason = with_override(reason, rules.overrides.data()[cell]);
        result.reasons.data()[cell] = static_cast<int>(reason);
        result.visible.data()[cell] = reason == Reason::visible || reason == Reason::allowed_by_hand;
      }
    }
  }
  return result;
}

VisibilityCounts count_visible(const Mask& visible) {
  require_not_empty("visible", visible.shape());
  const std::size_t keys = is_given(visible) ? visible.shape().back() : 1;
  VisibilityCounts counts{visible.size(), 0, 0};
  for (std::size_t row = 0; row < visible.size(); row += keys) {
    const auto in_row = std::count(visible.data() + row, visible.data() + row + keys, true);
    counts.visible += static_cast<std::size_t>(in_row);
    if (in_row == 0) ++counts.empty_rows;
  }
  return counts;
}

template Mask valid_from_embeddings(const Tensor<float>&, float);
template Mask valid_from_embeddings(const Tensor<double>&, double);

}  // namespace maskscope
