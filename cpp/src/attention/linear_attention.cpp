#include "maskscope/attention/linear_attention.hpp"

#include <cmath>

#include "base/arrays.hpp"
#include "base/limits.hpp"
#include "base/refuse.hpp"
#include "kernels/state.hpp"

namespace maskscope {
namespace {

bool has_decay(UpdateRule rule) { return rule == UpdateRule::gated || rule == UpdateRule::gated_delta; }
bool has_beta(UpdateRule rule) { return rule == UpdateRule::delta || rule == UpdateRule::gated_delta; }

struct Sizes {
  std::size_t batch, positions, heads, key_heads, width, value_width;

  Shape state() const { return {batch, key_heads, width, value_width}; }
  Shape output() const { return {batch, positions, heads * value_width}; }
};

/// The width of one head of an array with `heads` of them side by side.
std::size_t head_width(std::string_view argument, ShapeView shape, std::size_t heads) {
  if (shape[2] % heads != 0) {
    refuse(ErrorCode::shape_mismatch, argument,
           "a last axis that is a multiple of the " + std::to_string(heads) + " heads", to_string(shape));
  }
  return shape[2] / heads;
}

template <class T>
Sizes sizes_of(const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v, const LinearAttentionOptions<T>& options) {
  Sizes n{};
  require_axes("q", q.shape(), 3);
  n.batch = q.shape(0);
  n.positions = q.shape(1);
  n.heads = options.q_num_heads;
  n.key_heads = options.kv_num_heads;
  require_positive("q_num_heads", n.heads);
  require_positive("kv_num_heads", n.key_heads);
  if (n.heads % n.key_heads != 0) {
    refuse(ErrorCode::shape_mismatch, "q_num_heads", "a multiple of the " + std::to_string(n.key_heads) + " key heads",
           std::to_string(n.heads));
  }
  n.width = head_width("q", q.shape(), n.heads);
  require_shape("k", k.shape(), {n.batch, n.positions, n.key_heads * n.width});
  require_shape("v", v.shape(), {n.batch, n.positions, any_extent});
  require_not_empty("v", v.shape());
  n.value_width = head_width("v", v.shape(), n.key_heads);
  require_fits("state", n.state(), sizeof(T));
  // Head by head, since H·Dv alone may not fit a 32-bit size.
  require_fits("output", {n.batch, n.positions, n.heads, n.value_width}, sizeof(T));
  return n;
}

/// decay or beta: there if and only if the rule uses it, `[B,L,most]` or `[B,L,fewest]`.
template <class T>
void require_gate(std::string_view argument, const Tensor<T>& gate, bool used, UpdateRule rule, const Sizes& n,
                  std::size_t most, std::size_t fewest) {
  const std::string rule_name = " for the rule " + quoted(name(rule));
  if (!used) {
    if (is_given(gate)) refuse(ErrorCode::shape_mismatch, argument, "none" + rule_name, to_string(gate.shape()));
    return;
  }
  const Shape wide{n.batch, n.positions, most}, narrow{n.batch, n.positions, fewest};
  const Shape actual = shape_of(gate);
  if (actual != wide && actual != narrow) {
    refuse(ErrorCode::shape_mismatch, argument, "shape " + to_string(wide) + " or " + to_string(narrow) + rule_name,
           is_given(gate) ? to_string(actual) : "none");
  }
}

/// One call: its arguments, checked and in the format asked for, and how one key head goes from position to position.
template <class T>
class Recurrence {
 public:
  Recurrence(const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v, const LinearAttentionOptions<T>& options)
      : n_(sizes_of(q, k, v, options)), rule_(options.update_rule) {
    require_gate("decay", options.decay, has_decay(rule_), rule_, n_, n_.key_heads * n_.width, n_.key_heads);
    require_gate("beta", options.beta, has_beta(rule_), rule_, n_, n_.key_heads, 1);
    scale_ = options.scale.value_or(0);
    if (!std::isfinite(scale_)) refuse(ErrorCode::not_finite, "scale", "a finite number", number_text(scale_));
    if (scale_ == 0) scale_ = 1 / std::sqrt(static_cast<T>(n_.width));
    q_ = round_to(options.precision, q);
    k_ = round_to(options.precision, k);
    v_ = round_to(options.precision, v);
    decay_ = round_to(options.precision, options.decay);
    beta_ = round_to(options.precision, options.beta);
  }

  const Sizes& sizes() const { return n_; }

  /// Position t of record b and key head g: state `[D,Dv]` is carried on; written `[Dv]` is what goes into it.
  void update(std::size_t b, std::size_t t, std::size_t g, T* state, T* written) const {
    const std::size_t row = b * n_.positions + t;
    const T* k = k_.data() + (row * n_.key_heads + g) * n_.width;
    const T* v = v_.data() + (row * n_.key_heads + g) * n_.value_width;
    if (has_decay(rule_)) decay(row, g, state);
    if (!has_beta(rule_)) {
      kernels::add_outer_product(k, v, n_.width, n_.value_width, state);
      return;
    }
    kernels::read_state(state, k, n_.width, n_.value_width, written);
    const T beta = beta_.data()[beta_.shape(2) == 1 ? row : row * n_.key_heads + g];
    for (std::size_t e = 0; e < n_.value_width; ++e) written[e] = beta * (v[e] - written[e]);
    kernels::add_outer_product(k, written, n_.width, n_.value_width, state);
  }

  /// output `[H·Dv]` of position t: the query heads that key head g serves.
  void read(std::size_t b, std::size_t t, std::size_t g, const T* state, T* output) const {
    const std::size_t group = n_.heads / n_.key_heads;
    for (std::size_t h = g * group; h < (g + 1) * group; ++h) {
      const T* q = q_.data() + ((b * n_.positions + t) * n_.heads + h) * n_.width;
      T* to = output + h * n_.value_width;
      kernels::read_state(state, q, n_.width, n_.value_width, to);
      for (std::size_t e = 0; e < n_.value_width; ++e) to[e] *= scale_;
    }
  }

 private:
  void decay(std::size_t row, std::size_t g, T* state) const {
    const std::size_t columns = decay_.shape(2);
    const std::size_t per_head = columns / n_.key_heads;
    for (std::size_t d = 0; d < n_.width; ++d) {
      const T kept = std::exp(decay_.data()[row * columns + g * per_head + (per_head == 1 ? 0 : d)]);
      for (std::size_t e = 0; e < n_.value_width; ++e) state[d * n_.value_width + e] *= kept;
    }
  }

  Sizes n_;
  UpdateRule rule_;
  T scale_;
  Tensor<T> q_, k_, v_, decay_, beta_;
};

}  // namespace

std::string_view name(UpdateRule rule) noexcept {
  switch (rule) {
    case UpdateRule::linear: return "linear";
    case UpdateRule::gated: return "gated";
    case UpdateRule::delta: return "delta";
    case UpdateRule::gated_delta: break;
  }
  return "gated_delta";
}

UpdateRule update_rule_from_name(std::string_view wanted) {
  for (const UpdateRule rule : all_update_rules) {
    if (name(rule) == wanted) return rule;
  }
  refuse_name("update_rule", {"linear", "gated", "delta", "gated_delta"}, wanted);
}

template <class T>
LinearAttentionResult<T> linear_attention(const Tensor<T>& q, const Tensor<T>& k, const Tensor<T>& v,
                                          const LinearAttentionOptions<T>& options) {
  const Recurrence<T> recurrence(q, k, v, options);
  const Sizes& n = recurrence.sizes();
  const Precision state_precision = options.state_precision.value_or(options.precision);
  LinearAttentionResult<T> result;
  if (is_given(options.past_state)) {
    require_shape("past_state", options.past_state.shape(), n.state());
    result.present_state = round_to(state_precision, options.past_state);
  } else {
    result.present_state = filled<Tensor<T>>(n.state(), 0);
  }
  const std::size_t row = n.heads * n.value_width;
  result.output = filled<Tensor<T>>(n.output(), 0);
  std::vector<T> written(n.value_width);
  for (std::size_t b = 0; b < n.batch; ++b) {
    for (std::size_t g = 0; g < n.key_heads; ++g) {
      T* state = result.present_state.data() + (b * n.key_heads + g) * n.width * n.value_width;
      for (std::size_t t = 0; t < n.positions; ++t) {
        recurrence.update(b, t, g, state, written.data());
        recurrence.read(b, t, g, state, result.output.data() + (b * n.positions + t) * row);
      }
    }
  }
  result.output = round_to(options.precision, result.output);
  result.present_state = round_to(state_precision, result.present_state);
  return result;
}

template LinearAttentionResult<float> linear_attention(const Tensor<float>&, const Tensor<float>&, const Tensor<float>&,
                                                       const LinearAttentionOptions<float>&);
template LinearAttentionResult<double> linear_attention(const Tensor<double>&, const Tensor<double>&,
                                                        const Tensor<double>&, const LinearAttentionOptions<double>&);

}  // namespace maskscope
