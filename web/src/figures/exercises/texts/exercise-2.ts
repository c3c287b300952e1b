import type { Language } from '../../../language';
import type { Facts } from '../facts';
import type { ExerciseTexts } from './types';

const first = (facts: Facts): boolean => facts.value('query') === '1';

const zh: ExerciseTexts = {
  title: '先做了 Softmax，后加掩码',
  intro: (facts) => `有人对查询 ${facts.value('query')} 的整行分数做了 Softmax，然后才用因果掩码把未来的权重改成 0，就此停下。下面是这一行分数、这样得到的权重，以及值 \`V\`。`,
  givens: {
    scores: { title: '掩码之前的分数', name: 'S', rowAxis: '查询', columnAxis: '键', rows: (facts) => [facts.value('query')] },
    weights: { title: '先 Softmax 后掩码的权重', name: 'A', rowAxis: '查询', columnAxis: '键', rows: (facts) => [facts.value('query')] },
    V: { title: '值 V', name: 'V', rowAxis: '键', columnAxis: '坐标' },
  },
  mistakes: {
    unmasked_mixture: '这是不加掩码的混合：所有的键都参加了，包括未来的键。因果规则不许读未来，它们不能带来任何内容。',
    remainder_spread_uniform: '你把少掉的那部分权重平均补给了所有的键，未来的键也分到一份。少掉的权重不会自己跑到别处去；要让一行的和为 1，应当先屏蔽，再归一化。',
    values_averaged_equally: '你让每个可见的键分到同样多的权重。权重由分数决定，只有分数相等时才会相同。',
    values_summed_without_weights: '你把可见的各行值直接相加了，没有乘权重。每一行值要先乘自己的权重，再相加。',
  },
  parts: {
    mixture: {
      question: '就用这一行权重。它与 `V` 混合，得到什么？',
      elements: () => ['坐标 1', '坐标 2'],
      hints: [
        '每个键的权重乘 `V` 中同一个键的那一行，再把各行加起来。',
        '权重为 0 的键什么也不带来。只需要算对角线及其左边的键。',
      ],
      reasoning: (facts) => `权重 [${facts.rows('weights')[0]!.join(', ')}] 依次乘 \`V\` 的各行，再逐坐标相加。这些权重的和不到 1，混合的结果因此偏小。`,
      mistakes: {
        causal_output_given: '这是先屏蔽再归一化的正确因果输出。这一问要的是用题中那行（没有重新归一化的）权重去混合。',
        remainder_spread_on_blocked: '你把少掉的权重平均补给了被屏蔽的键，等于又让未来进来。这里请原样使用给出的权重。',
        scores_used_as_weights: '你拿分数直接乘了 `V`。分数要经过 Softmax 才是权重，请用题中给出的权重。',
        keys_reversed: '权重与 `V` 的行对反了：第一个权重应当乘 `V` 的第 1 行，依次类推。',
      },
    },
    weight_sum: {
      question: '这一行权重的和是多少？',
      hints: ['把这一行的权重加起来。被掩码改成 0 的不用管。', '这行权重在掩码之后没有再除以自己的和，所以不必等于 1。'],
      reasoning: (facts) => `${facts.rows('weights')[0]!.join(' + ')}。差的那部分原来属于未来的键，掩码把它改成了 0，却没有还给可见的键。`,
      mistakes: {
        assumed_to_sum_to_one: 'Softmax 刚做完时，一行的和是 1。可是后来有几个权重被改成了 0，又没有重新归一化，所以和变小了。请把剩下的权重加起来。',
        removed_weight_given: '这是被掩码去掉的那一部分。问的是剩下的：给出的各个权重之和。',
        weights_averaged: '你求的是平均数，把和又除以了键的个数。这里只要求和。',
        visible_keys_counted: '你数的是可见的键有几个。请把它们的权重加起来。',
        mixture_coordinates_added: '你把混合结果的两个坐标加起来了。请加权重，不是加输出的坐标。',
      },
    },
    causal_output: {
      question: (facts) => `按本章的规则，先屏蔽分数，再做 Softmax。查询 ${facts.value('query')} 的输出应当是什么？`,
      elements: () => ['坐标 1', '坐标 2'],
      hints: [
        (facts) => (first(facts) ? '查询 1 只能读键 1。只取这一个分数的指数。' : `查询 ${facts.value('query')} 可以读键 1 到键 ${facts.value('query')}。只取这几个分数的指数。`),
        '分母里也只有可见的键的指数，于是权重的和是 1。再用这样的权重混合 `V` 的行。',
      ],
      reasoning: (facts) => `被屏蔽的键既不在分子里，也不在分母里。${first(facts) ? '这里可见的只有键 1，它的权重是 1，输出就是 `V` 的第 1 行。' : `可见的键（1 到 ${facts.value('query')}）的权重之和为 1，再与 \`V\` 的对应行混合。`}把题中剩下的权重除以它们的和，得到的是同样的数；但先屏蔽直接表达了规则，遇到极端的分数也稳妥。`,
      mistakes: {
        masked_after_softmax: '这又是先 Softmax 后掩码的结果：分母里还留着未来的指数。请先屏蔽分数，让分母只含可见的键。',
        diagonal_dropped: '你把对角线也屏蔽了。查询所在位置的输入是已知的，可以读。',
        triangle_reversed: '三角的方向反了：你读的是自己和后面的键。因果规则允许的是自己和前面的键。',
      },
    },
    why: {
      question: '两个结果为什么不同？',
      options: {
        denominator_counts_blocked: '后加掩码时，分母里还留着被屏蔽的键的指数，所以这一行的和不再是 1。',
        blocked_weights_not_zero: '后加掩码时，被屏蔽的权重并不恰好是 0，未来的值还会渗进来一点。',
        values_were_changed: '掩码改动了 `V`，所以混合的内容不同了。',
        rounding: '那是舍入误差，用更高的精度就会一致。',
        scale_forgotten: '先做 Softmax 的人忘了除以 `√d`。',
      },
      hints: ['被屏蔽的键的指数，在哪一步还起作用？', '比较两种算法的分母：各加了哪些指数？'],
      reasoning: '两种算法对可见的键用同样的分子，分母却不同。先做 Softmax 时，分母里有所有键的指数；后来的掩码把未来的权重改成了 0，却没有动分母。所以未来虽然没有带来内容，仍然压低了可见的权重。',
      mistakes: {
        chose_blocked_weights_not_zero: '它们恰好是 0，题中给出的权重里就能看到。毛病不在这里：可见的权重也变小了，想想它们的分母。',
        chose_values_were_changed: '掩码只碰分数或权重，`V` 在两种算法里是同一个。差别在权重里。',
        chose_rounding: '差得太多，不会是舍入，提高精度也不会消失。两种算法用了不同的分母。',
        chose_scale_forgotten: '两种算法用的是同样的分数，该不该除以 `√d` 对两边一样。差别在归一化的时候加了哪些指数。',
      },
    },
  },
};

const en: ExerciseTexts = {
  title: 'Softmax first, the mask afterwards',
  intro: (facts) => `Somebody applied softmax to the whole row of scores of query ${facts.value('query')}, then used the causal mask to set the weights of the future to 0, and stopped there. Below are the scores, the weights obtained in this way, and the values \`V\`.`,
  givens: {
    scores: { title: 'Scores before masking', name: 'S', rowAxis: 'query', columnAxis: 'key', rows: (facts) => [facts.value('query')] },
    weights: { title: 'Weights: softmax, then mask', name: 'A', rowAxis: 'query', columnAxis: 'key', rows: (facts) => [facts.value('query')] },
    V: { title: 'Values V', name: 'V', rowAxis: 'key', columnAxis: 'coordinate' },
  },
  mistakes: {
    unmasked_mixture: 'This is the mixture without a mask: every key took part, future ones included. Under the causal rule they may not supply anything.',
    remainder_spread_uniform: 'You shared the missing weight equally among all keys, so the future got a part of it. Missing weight does not go anywhere by itself; a row sums to 1 when you mask first and normalise afterwards.',
    values_averaged_equally: 'You gave every visible key the same weight. The scores decide the weights, and these are equal only where the scores are.',
    values_summed_without_weights: 'You added the visible rows of values without their weights. Multiply each row by its weight, then add.',
  },
  parts: {
    mixture: {
      question: 'Take these weights as they are. What is their mixture of `V`?',
      elements: () => ['coordinate 1', 'coordinate 2'],
      hints: [
        'Multiply the weight of each key by the row of `V` for the same key, and add up the rows.',
        'A key with weight 0 supplies nothing, so only the diagonal and the keys left of it matter.',
      ],
      reasoning: (facts) => `The weights [${facts.rows('weights')[0]!.join(', ')}] multiply the rows of \`V\` in turn, and the rows are added coordinate by coordinate. These weights sum to less than 1, so the mixture comes out too small.`,
      mistakes: {
        causal_output_given: 'This is the right causal output, with the mask before softmax. The question asks for the mixture under the weights as given, which were never renormalised.',
        remainder_spread_on_blocked: 'You shared the missing weight among the blocked keys, which lets the future back in. Use the given weights as they are.',
        scores_used_as_weights: 'You multiplied the scores by `V`. Scores become weights only through softmax; use the given weights.',
        keys_reversed: 'The weights met the rows of `V` in reverse order. The first weight belongs to row 1 of `V`, and so on.',
      },
    },
    weight_sum: {
      question: 'What do these weights sum to?',
      hints: ['Add the weights of the row. Those that the mask set to 0 add nothing.', 'After the mask the row was not divided by its sum, so it need not give 1.'],
      reasoning: (facts) => `${facts.rows('weights')[0]!.join(' + ')}. What is missing belonged to the future keys. The mask set it to 0 but gave nothing back to the visible keys.`,
      mistakes: {
        assumed_to_sum_to_one: 'Right after softmax a row does sum to 1. But then some weights were set to 0 and the row was not normalised again, so the sum shrank. Add up what is left.',
        removed_weight_given: 'This is the part that the mask removed. The question asks for what remains: the sum of the given weights.',
        weights_averaged: 'You took the mean, dividing the sum by the number of keys. Only the sum is asked for.',
        visible_keys_counted: 'You counted the visible keys. Add up their weights instead.',
        mixture_coordinates_added: 'You added the two coordinates of the mixture. Add the weights, not the coordinates of the output.',
      },
    },
    causal_output: {
      question: (facts) => `By the chapter’s rule, mask the scores first and apply softmax afterwards. What should the output of query ${facts.value('query')} be?`,
      elements: () => ['coordinate 1', 'coordinate 2'],
      hints: [
        (facts) => (first(facts) ? 'Query 1 may read key 1 only. Take the exponential of this one score.' : `Query ${facts.value('query')} may read keys 1 to ${facts.value('query')}. Take the exponentials of these scores only.`),
        'The denominator, too, holds exponentials of visible keys only, so the weights sum to 1. Mix the rows of `V` with such weights.',
      ],
      reasoning: (facts) => `A blocked key is in neither the numerator nor the denominator. ${first(facts) ? 'Only key 1 is visible here; its weight is 1, and the output is row 1 of `V`.' : `The weights of the visible keys (1 to ${facts.value('query')}) sum to 1 and mix the matching rows of \`V\`.`} Dividing the weights left over in the question by their sum gives the same numbers; but masking first states the rule itself and stays safe when scores are extreme.`,
      mistakes: {
        masked_after_softmax: 'Softmax first and the mask afterwards again: the exponentials of the future are still in the denominator. Mask the scores first, so that the denominator holds visible keys only.',
        diagonal_dropped: 'You blocked the diagonal too. The input at the query’s own position is known, so it may be read.',
        triangle_reversed: 'The triangle is the wrong way round: you read the query’s own key and the later ones. The causal rule allows its own and the earlier ones.',
      },
    },
    why: {
      question: 'Why do the two results differ?',
      options: {
        denominator_counts_blocked: 'With the mask last, the denominator still contains the exponentials of blocked keys, so the row no longer sums to 1.',
        blocked_weights_not_zero: 'With the mask last, blocked weights are not exactly 0, and a little of the future seeps in.',
        values_were_changed: 'The mask changes `V`, so different contents are mixed.',
        rounding: 'It is rounding; with more precision the two would agree.',
        scale_forgotten: 'Whoever applied softmax first forgot to divide by `√d`.',
      },
      hints: ['At which step do the exponentials of blocked keys still act?', 'Compare the two denominators: which exponentials does each add up?'],
      reasoning: 'Both ways use the same numerators for the visible keys, and different denominators. With softmax first, the denominator adds the exponentials of all keys; the later mask sets the weights of the future to 0 and leaves the denominator as it was. So the future supplies nothing and still presses the visible weights down.',
      mistakes: {
        chose_blocked_weights_not_zero: 'They are exactly 0, as the given weights show. The fault is elsewhere: the visible weights shrank as well. Think of their denominator.',
        chose_values_were_changed: 'A mask touches scores or weights only; `V` is the same both times. The difference is in the weights.',
        chose_rounding: 'The gap is far too large for rounding, and more precision would not close it. The two ways use different denominators.',
        chose_scale_forgotten: 'Both ways start from the same scores, so the division by `√d` affects them alike. The difference is in which exponentials the normalisation adds up.',
      },
    },
  },
};

export const exercise2: Record<Language, ExerciseTexts> = { zh, en };
