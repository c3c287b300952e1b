import type { Language } from '../../../language';
import type { ExerciseTexts } from './types';

const zh: ExerciseTexts = {
  title: '连对角线也去掉的三角',
  intro: '某个实现用的是严格下三角：查询只能读自己前面的键，连自己也不能读。输入和目标仍像本章一样错开一位，要预测的是下一个词元。下面是分数和值 `V`，所有位置都是真实的。各问都只看查询 1。',
  givens: {
    scores: { title: '分数 S', name: 'S', rowAxis: '查询', columnAxis: '键' },
    V: { title: '值 V', name: 'V', rowAxis: '键', columnAxis: '坐标' },
  },
  mistakes: {
    all_keys_counted: '你把所有的键都算进去了。严格三角里，查询 1 后面的键不可以读，自己的键也不可以读。',
    unmasked_mixture: '你对整行分数做了 Softmax，什么也没有屏蔽。',
    values_summed_without_weights: '你把 `V` 的各行直接加起来了，没有乘权重。',
  },
  parts: {
    visible_count: {
      question: '在严格三角下，查询 1 可以读几个键？',
      hints: ['它只能读排在它前面的键。位置 1 前面有几个位置？'],
      reasoning: '位置 1 前面没有位置，它自己又被去掉了，所以一个键也不剩。',
      mistakes: {
        diagonal_counted: '你把它自己的键算进去了。在正确的因果规则下可以，但严格三角恰恰把对角线去掉了。',
        future_keys_counted: '你数的是它后面的键，那是反过来的三角。后面的键属于未来，不可以读。',
      },
    },
    denominator: {
      question: '在严格三角下，查询 1 的 Softmax 分母是多少？',
      hints: ['分母是可见的键的指数之和。被屏蔽的键不在其中。', '一个数也不加，和是多少？'],
      reasoning: '没有可见的键，就没有指数可加，和是 0。权重成了 0 除以 0，没有意义。',
      mistakes: {
        diagonal_counted: '你加上了它自己那个键的指数。严格三角把对角线去掉了，这一项不在和里。',
        blocked_score_taken_as_zero: '你把被屏蔽的分数当成 0，于是每个都给出 `e^0` 等于 1。屏蔽是加上 −∞，指数是 0。',
      },
    },
    policy_output: {
      question: '假如代码遇到空行就悄悄补上均匀权重，查询 1 的输出会是什么？',
      elements: () => ['坐标 1', '坐标 2'],
      hints: ['均匀就是每个键的权重相同，总和为 1，不管它是否被屏蔽。', '这样混合出来的就是 `V` 各行的平均。'],
      reasoning: '每个键得到同样的权重，输出是 `V` 所有行的平均。这一行读的正是规则不许读的内容。',
      mistakes: {
        zeros_policy_output: '这是补零的结果。均匀的办法给每个键同样多的权重，和为 1。',
        causal_output_given: '这是正确的因果规则给出的输出。这里问的是补上均匀权重会给出什么。',
        own_key_left_out: '你只平均了其他的键。这里每个键都在规则之外，均匀的办法不加区分，自己那个键也分到一份。',
        unmasked_mixture: '你对整行分数做了 Softmax。均匀权重不看分数，每个键都一样多。',
      },
    },
    correct_output: {
      question: '本章的因果规则保留对角线。按它计算，查询 1 的输出是什么？',
      elements: () => ['坐标 1', '坐标 2'],
      hints: ['查询 1 可以读自己，而且只能读自己。一行里只有一个可见的键时，它的权重是多少？'],
      reasoning: '只有键 1 可以读，它的权重是 1，输出就是 `V` 的第 1 行。',
      mistakes: {
        uniform_policy_output: '这是补上均匀权重的结果，它读了禁止读的键。按本章的规则，查询 1 只读自己。',
        zeros_policy_output: '按本章的规则，查询 1 并不是空行：它可以读自己。',
        masked_after_softmax: '你先对整行做了 Softmax，再加掩码，权重的和不到 1。先屏蔽，查询 1 的分母里就只剩自己。',
        wrong_query_row: '这是查询 2 的输出。问的是查询 1。',
      },
    },
    what_happens: {
      question: '把严格三角交给本章的实现，遇到这个真实查询，它会怎么做？',
      options: {
        error: '报错：真实查询没有可见的键。',
        zeros: '输出零向量，继续计算。',
        uniform: '给每个键同样的权重，继续计算。',
        nothing: '没有问题，照常算出结果。',
      },
      hints: ['“真实查询无键可读”与“填充查询不使用”是两回事。默认的办法会掩盖前者吗？'],
      reasoning: '分母是 0，没有可以归一化的东西，所以默认报错 “a valid query has no visible key”。这说明规则写错了，应当去修规则。零向量只用于填充查询；zeros 和 uniform 要由调用者明确选用。',
      mistakes: {
        chose_zeros: '零向量是给填充查询的，它们的输出反正不使用。真实查询默认不会这样悄悄放过。',
        chose_uniform: '本章的实现不会自己补上均匀权重，因为那等于去读禁止读的键。要用这种办法，调用者必须明说。',
        chose_nothing: '分母是 0，算不出权重。看看前两问。',
      },
    },
    why_not_uniform: {
      question: '悄悄给空行补上均匀权重，为什么会改变任务？',
      options: {
        reads_forbidden_keys: '权重落到了规则不许读的键上，输出里有了不该有的内容。',
        row_not_normalised: '补上的这一行权重，和不等于 1。',
        same_as_zeros: '它与输出零向量完全一样，等于没有读。',
        only_slower: '结果不受影响，只是算得慢一些。',
        loss_becomes_infinite: '损失会变成无穷大。',
      },
      hints: ['均匀权重落在哪些键上？规则允许读它们吗？'],
      reasoning: '规则说这个查询什么也不许读，均匀权重却让它平均地读了所有的键，其中包括未来。预测时可用的信息变了，任务也就变了，而且没有任何提示。',
      mistakes: {
        chose_row_not_normalised: '均匀权重的和正好是 1，光看这个检查不出毛病。要看的是权重落在哪些键上。',
        chose_same_as_zeros: '两者不同：零向量什么也不读，均匀权重混合了所有的值。比较前面算出的输出就能看到。',
        chose_only_slower: '输出变了：比较均匀权重与因果规则给出的结果。',
        chose_loss_becomes_infinite: '损失仍是有限的，甚至可能更低，因为读到了未来。正因如此，这个错误才不容易发现。',
      },
    },
  },
};

const en: ExerciseTexts = {
  title: 'A triangle without its diagonal',
  intro: 'An implementation uses the strict lower triangle: a query may read the keys before it, but not its own. Inputs and targets are shifted by one as in the chapter, so the next token has to be predicted. Below are the scores and the values `V`; all positions are real. Every question is about query 1.',
  givens: {
    scores: { title: 'Scores S', name: 'S', rowAxis: 'query', columnAxis: 'key' },
    V: { title: 'Values V', name: 'V', rowAxis: 'key', columnAxis: 'coordinate' },
  },
  mistakes: {
    all_keys_counted: 'You included every key. Under the strict triangle query 1 may read neither the later keys nor its own.',
    unmasked_mixture: 'You applied softmax to the whole row of scores, with nothing blocked.',
    values_summed_without_weights: 'You added the rows of `V` without any weights.',
  },
  parts: {
    visible_count: {
      question: 'How many keys may query 1 read under the strict triangle?',
      hints: ['It may read only the keys before it. How many positions come before position 1?'],
      reasoning: 'No position comes before position 1, and its own is excluded, so no key is left.',
      mistakes: {
        diagonal_counted: 'You counted its own key. The proper causal rule allows it, but the strict triangle is the one that leaves the diagonal out.',
        future_keys_counted: 'You counted the keys after it, which is the triangle turned round. Later keys are the future and may not be read.',
      },
    },
    denominator: {
      question: 'What is the softmax denominator of query 1 under the strict triangle?',
      hints: ['The denominator is the sum of the exponentials of the visible keys. Blocked keys are not in it.', 'What is a sum without any terms?'],
      reasoning: 'With no visible key there is no exponential to add, so the sum is 0. The weights would be 0 divided by 0, which means nothing.',
      mistakes: {
        diagonal_counted: 'You added the exponential of its own key. The strict triangle leaves the diagonal out, so this term is not in the sum.',
        blocked_score_taken_as_zero: 'You took blocked scores as 0, so that each gave `e^0`, which is 1. Blocking adds −∞, and the exponential is 0.',
      },
    },
    policy_output: {
      question: 'Suppose the code quietly fills an empty row with uniform weights. What would it output for query 1?',
      elements: () => ['coordinate 1', 'coordinate 2'],
      hints: ['Uniform means the same weight for every key, blocked or not, with the sum 1.', 'The mixture is then the average of the rows of `V`.'],
      reasoning: 'Every key gets the same weight, so the output is the average of all rows of `V`. This row reads exactly what the rule forbids.',
      mistakes: {
        zeros_policy_output: 'This is what a policy of zeros gives. The uniform policy gives every key the same weight, and the weights sum to 1.',
        causal_output_given: 'This is what the proper causal rule gives. The question asks what uniform weights would give.',
        own_key_left_out: 'You averaged the other keys only. Here every key is outside the rule, and the uniform policy makes no difference between them: its own key gets a share as well.',
        unmasked_mixture: 'You applied softmax to the whole row of scores. Uniform weights ignore the scores; every key gets the same.',
      },
    },
    correct_output: {
      question: 'The chapter’s causal rule keeps the diagonal. What is the output of query 1 under it?',
      elements: () => ['coordinate 1', 'coordinate 2'],
      hints: ['Query 1 may read itself and nothing else. What is the weight of a key that is alone in its row?'],
      reasoning: 'Only key 1 may be read. Its weight is 1, so the output is row 1 of `V`.',
      mistakes: {
        uniform_policy_output: 'This comes from uniform weights, which read forbidden keys. By the chapter’s rule query 1 reads only itself.',
        zeros_policy_output: 'By the chapter’s rule the row of query 1 is not empty: it may read itself.',
        masked_after_softmax: 'You applied softmax to the whole row and masked afterwards, so the weights sum to less than 1. Mask first, and only its own key is left in the denominator.',
        wrong_query_row: 'This is the output of query 2. The question is about query 1.',
      },
    },
    what_happens: {
      question: 'Given the strict triangle, what does the chapter’s implementation do at this real query?',
      options: {
        error: 'It reports an error: a real query has no visible key.',
        zeros: 'It outputs a zero vector and goes on.',
        uniform: 'It gives every key the same weight and goes on.',
        nothing: 'Nothing special; it computes a result as usual.',
      },
      hints: ['A real query with nothing to read is not the same as a padding query that is not used. Would the default cover up the first?'],
      reasoning: 'The denominator is 0 and there is nothing to normalise, so by default it reports “a valid query has no visible key”. The rule is at fault and should be repaired. Zero vectors are for padding queries; zeros and uniform rows are policies that a caller has to ask for.',
      mistakes: {
        chose_zeros: 'Zero vectors are for padding queries, whose output is not used anyway. A real query is not passed over so quietly by default.',
        chose_uniform: 'The chapter’s implementation does not fill in uniform weights by itself, since they read forbidden keys. A caller has to ask for them.',
        chose_nothing: 'The denominator is 0, so there are no weights to compute. See the first two questions.',
      },
    },
    why_not_uniform: {
      question: 'Why does quietly filling the empty row with uniform weights change the task?',
      options: {
        reads_forbidden_keys: 'The weights fall on keys that the rule forbids, so the output holds what it must not hold.',
        row_not_normalised: 'The weights that are filled in do not sum to 1.',
        same_as_zeros: 'It is the same as a zero vector: nothing is read.',
        only_slower: 'The results stay the same; it only takes longer.',
        loss_becomes_infinite: 'The loss becomes infinite.',
      },
      hints: ['On which keys do the uniform weights fall? Does the rule allow them?'],
      reasoning: 'The rule says that this query may read nothing; uniform weights make it read every key alike, the future included. The information available for the prediction is different, so the task is different, and nothing says so.',
      mistakes: {
        chose_row_not_normalised: 'Uniform weights sum to exactly 1, so that check finds nothing. Look at the keys on which they fall.',
        chose_same_as_zeros: 'They differ: a zero vector reads nothing, uniform weights mix all values. Compare the outputs computed above.',
        chose_only_slower: 'The output changes: compare what uniform weights and the causal rule give.',
        chose_loss_becomes_infinite: 'The loss stays finite and may even drop, since the future is read. That is why the fault is easy to miss.',
      },
    },
  },
};

export const exercise5: Record<Language, ExerciseTexts> = { zh, en };
