import type { Language } from '../../../language';
import type { ExerciseTexts } from './types';

const zh: ExerciseTexts = {
  title: '换一个比例的泄漏',
  intro: (facts) => `回到例 16.2 那个作弊的预测器，只把指数的比例从 ${facts.value('chapter_ratio')} 改成 ${facts.value('ratio')}。位置 1 是 BOS，值为 [0.5, 0.5]；位置 2 是答案，它的值在正确候选上是 1，在另一个候选上是 0。位置 1 要预测位置 2 的词元，分数是 [0, ln ${facts.value('ratio')}]。两条记录各有一次预测，损失取平均。`,
  givens: {},
  mistakes: {
    kept_ratio_99: '你用的还是例 16.2 的旧比例。请换成这道题的比例再算一遍。',
    weights_swapped: '两个权重放反了，大的那份给了 BOS。分数的顺序是先 BOS 后答案，大的分数属于答案。',
    masked_after_softmax: '你先做了 Softmax，再去掉答案，却没有重新归一化，BOS 还拿着原来那一点点权重。先屏蔽的话，分母里只剩 BOS，它的权重是 1。',
    bits_not_nats: '你用了以 2 为底的对数，得到的是比特。这里的单位是奈特，请用自然对数 ln。',
    log10_not_ln: '你用了以 10 为底的对数。计算器上请按 ln，不要按 log。',
    sign_dropped: '差一个负号。概率不超过 1，它的对数不会是正数，所以损失是 −ln `p`。',
    probability_not_loss: '这是概率本身。损失还要再取一步：−ln `p`。',
    exp_instead_of_log: '你算成了 `e` 的 −`p` 次方。损失要取的是对数：−ln `p`。',
    summed_not_averaged: '你把两条记录的损失加起来了。两条的损失相同，平均数就是其中一条的损失。',
  },
  parts: {
    weights: {
      question: '看得见未来时，位置 1 的两个权重是多少？',
      elements: () => ['BOS', '答案'],
      hints: [
        (facts) => `先取指数：\`e^0\` 等于 1，而 ln ${facts.value('ratio')} 的指数就是 ${facts.value('ratio')}。`,
        '再各自除以两个指数的和。',
      ],
      reasoning: (facts) => `指数是 [1, ${facts.value('ratio')}]，各自除以它们的和 1 + ${facts.value('ratio')}。`,
      mistakes: {
        divided_by_ratio_not_sum: (facts) => `你除以的是 ${facts.value('ratio')}。归一化要除以所有指数的和 1 + ${facts.value('ratio')}，BOS 的那个 1 也在里面。`,
        not_normalised: '这是两个指数，还没有归一化。权重的和应当是 1：请各自除以它们的和。',
        scores_as_weights: '这是分数。先取指数，再除以指数之和，才是权重。',
        ratio_taken_as_score: (facts) => `你把 1 和 ${facts.value('ratio')} 当成分数，又取了一次指数。它们已经是指数了，直接除以它们的和即可。`,
        causal_weights: '这是不许看未来时的权重，只剩 BOS。这一问里未来是看得见的。',
      },
    },
    leak_probability: {
      question: '看得见未来时，正确候选的概率是多少？',
      hints: [
        '输出是两个值的混合：BOS 的权重乘 BOS 的值，加上答案的权重乘答案的值。',
        'BOS 在正确候选上也有 0.5，别漏了它。',
      ],
      reasoning: (facts) => `${facts.reference('weights')[0]} × 0.5 + ${facts.reference('weights')[1]} × 1。两条记录的结果相同。`,
      mistakes: {
        weight_for_probability: '这只是答案的权重。BOS 的值在正确候选上也有 0.5，它的权重乘 0.5 要加进去。',
        divided_by_ratio_not_sum: '你的权重除以了比例，而不是所有指数的和，所以两个权重加起来超过了 1。先改权重，再混合。',
        wrong_label_probability: '这是另一个候选的概率。两个候选的概率加起来是 1，要的是正确的那个。',
        causal_probability_given: '这是不许看未来时的概率。这一问里答案是看得见的。',
      },
    },
    leak_loss: {
      question: '看得见未来时，平均损失是多少奈特？',
      hints: ['一次预测的损失是 −ln `p`，`p` 是正确候选的概率。', '两条记录的 `p` 相同，所以平均损失就是 −ln `p`。'],
      reasoning: (facts) => `−ln ${facts.reference('leak_probability')[0]}，两条记录都一样，平均数也一样。`,
      mistakes: {
        one_minus_probability: '你算的是 1 − `p`。`p` 接近 1 时它与 −ln `p` 相近，但并不相等。请取自然对数。',
        weight_for_probability: '你对答案的权重取了对数。要先混合出概率，别忘了 BOS 贡献的那部分，再取 −ln。',
        wrong_label_loss: '你对另一个候选的概率取了对数。损失只看正确候选的概率。',
        causal_loss_given: '这是不许看未来时的损失。这一问里答案是看得见的。',
      },
    },
    causal_probability: {
      question: '现在使用因果规则，位置 1 只能读自己。正确候选的概率是多少？',
      hints: ['还剩哪个键可以读？一行里只有一个可见的键时，它的权重是多少？', '用这个权重去乘 BOS 的值。'],
      reasoning: '只剩 BOS，它独占全部权重 1，所以输出就是 BOS 的值 [0.5, 0.5]。两个候选各得一半，与比例无关。',
      mistakes: {
        leak_probability_given: '这是看得见未来时的概率。现在位置 2 不可以读，先把它屏蔽掉，再做 Softmax。',
        weight_for_probability: '这是 BOS 的权重。还要乘它的值：BOS 在每个候选上都是 0.5。',
        old_weight_for_probability: '这是泄漏时 BOS 的权重。屏蔽答案以后要重新归一化，权重变成 1，再乘 BOS 的值。',
        wrong_certainty: '看不见答案，并不等于概率为 0。BOS 给两个候选各分了 0.5，照它来猜就行。',
      },
    },
    causal_loss: {
      question: '使用因果规则时，平均损失是多少奈特？',
      hints: ['仍是 −ln `p`，只是换成因果规则下的 `p`。', '两条记录的 `p` 还是相同的。'],
      reasoning: (facts) => `−ln ${facts.reference('causal_probability')[0]}，也就是 ln 2。在两个候选里盲猜，损失就是这么多。`,
      mistakes: {
        leak_loss_given: '这是看得见未来时的损失。请换成因果规则下的概率。',
      },
    },
    unchanged: {
      question: (facts) => `比例从 ${facts.value('chapter_ratio')} 改成了 ${facts.value('ratio')}。不许看未来以后，什么保持不变？`,
      options: {
        causal_prediction: '因果规则下的概率和损失：它们从来没有用到这个比例。',
        leak_weights: '看得见未来时的权重。',
        leak_loss: '看得见未来时的损失。',
        both_losses: '两种可见关系下的损失都不变。',
        nothing: '什么都变了。',
      },
      hints: ['比例写在哪个键的分数里？因果规则下还能读这个键吗？'],
      reasoning: '比例只出现在答案那个键的分数里。因果规则屏蔽了这个键，所以概率和损失都与比例无关。把捷径变窄，只是让泄漏的损失高一些；它仍然是泄漏。',
      mistakes: {
        chose_leak_weights: '泄漏的权重由比例决定，你在第一问里刚刚算过，它们变了。',
        chose_leak_loss: '泄漏的损失随比例变化：比例越小，答案的权重越小，损失越高。',
        chose_both_losses: '只有一个损失不变。看得见未来时的损失会随比例变化。',
        chose_nothing: '因果规则下只读 BOS，它的值和权重都与比例无关。',
      },
    },
  },
};

const en: ExerciseTexts = {
  title: 'The leak with another ratio',
  intro: (facts) => `Back to the cheating predictor of example 16.2, with the ratio of the exponentials changed from ${facts.value('chapter_ratio')} to ${facts.value('ratio')}. Position 1 holds BOS, with the value [0.5, 0.5]. Position 2 holds the answer; its value is 1 for the right candidate and 0 for the other. Position 1 has to predict the token at position 2, and its scores are [0, ln ${facts.value('ratio')}]. There are two records with one prediction each, and the loss is their mean.`,
  givens: {},
  mistakes: {
    kept_ratio_99: 'This uses the old ratio of example 16.2. Do the same with the ratio of this exercise.',
    weights_swapped: 'The two weights changed places, and BOS got the large one. The scores name BOS first and the answer second, and the large score belongs to the answer.',
    masked_after_softmax: 'You applied softmax first, then removed the answer without normalising again, so BOS kept its small old weight. Mask first: only BOS is left in the denominator, and its weight is 1.',
    bits_not_nats: 'You used the logarithm to base 2, which gives bits. The unit here is the nat: use the natural logarithm, ln.',
    log10_not_ln: 'You used the logarithm to base 10. On a calculator press “ln”, not “log”.',
    sign_dropped: 'The minus sign is missing. A probability is at most 1, so its logarithm is never positive; the loss is −ln `p`.',
    probability_not_loss: 'This is the probability itself. One step is left: the loss is −ln `p`.',
    exp_instead_of_log: 'You took `e` to the power −`p`. The loss needs the logarithm: −ln `p`.',
    summed_not_averaged: 'You added the losses of the two records. Both are equal, so the mean is the loss of one of them.',
  },
  parts: {
    weights: {
      question: 'With the future visible, what are the two weights of position 1?',
      elements: () => ['BOS', 'answer'],
      hints: [
        (facts) => `Take the exponentials first: \`e^0\` is 1, and the exponential of ln ${facts.value('ratio')} is ${facts.value('ratio')} itself.`,
        'Then divide each by the sum of both.',
      ],
      reasoning: (facts) => `The exponentials are [1, ${facts.value('ratio')}]; each is divided by their sum, 1 + ${facts.value('ratio')}.`,
      mistakes: {
        divided_by_ratio_not_sum: (facts) => `You divided by ${facts.value('ratio')}. Normalising divides by the sum of all exponentials, 1 + ${facts.value('ratio')}; the 1 of BOS belongs in it.`,
        not_normalised: 'These are the exponentials, not yet normalised. Weights sum to 1: divide each by the sum of both.',
        scores_as_weights: 'These are the scores. Take exponentials and divide by their sum to get weights.',
        ratio_taken_as_score: (facts) => `You treated 1 and ${facts.value('ratio')} as scores and took exponentials once more. They are exponentials already; just divide by their sum.`,
        causal_weights: 'These are the weights with the future forbidden, when only BOS is left. Here the future is visible.',
      },
    },
    leak_probability: {
      question: 'With the future visible, what is the probability of the right candidate?',
      hints: [
        'The output mixes the two values: the weight of BOS times its value, plus the weight of the answer times its value.',
        'BOS, too, has 0.5 for the right candidate. Do not leave it out.',
      ],
      reasoning: (facts) => `${facts.reference('weights')[0]} × 0.5 + ${facts.reference('weights')[1]} × 1. Both records give the same.`,
      mistakes: {
        weight_for_probability: 'This is the weight of the answer alone. The value of BOS is 0.5 for the right candidate, so its weight times 0.5 has to be added.',
        divided_by_ratio_not_sum: 'Your weights were divided by the ratio instead of the sum of all exponentials, so together they exceed 1. Correct the weights, then mix.',
        wrong_label_probability: 'This is the probability of the other candidate. The two add up to 1; the right one is asked for.',
        causal_probability_given: 'This is the probability with the future forbidden. Here the answer can be seen.',
      },
    },
    leak_loss: {
      question: 'With the future visible, what is the mean loss in nats?',
      hints: ['The loss of one prediction is −ln `p`, where `p` is the probability of the right candidate.', 'Both records have the same `p`, so the mean loss is −ln `p` as well.'],
      reasoning: (facts) => `−ln ${facts.reference('leak_probability')[0]}, the same for both records and so for their mean.`,
      mistakes: {
        one_minus_probability: 'You computed 1 − `p`. Near `p` = 1 this is close to −ln `p`, but not equal to it. Take the natural logarithm.',
        weight_for_probability: 'You took the logarithm of the answer’s weight. First mix to get the probability, with the part that BOS adds, then take −ln.',
        wrong_label_loss: 'You took the logarithm of the other candidate’s probability. The loss looks at the right candidate only.',
        causal_loss_given: 'This is the loss with the future forbidden. Here the answer can be seen.',
      },
    },
    causal_probability: {
      question: 'Now apply the causal rule: position 1 may read only itself. What is the probability of the right candidate?',
      hints: ['Which key is left to read? What is the weight of a key that is alone in its row?', 'Multiply the value of BOS by this weight.'],
      reasoning: 'Only BOS is left and takes the whole weight, 1. The output is its value, [0.5, 0.5]: one half for each candidate, whatever the ratio.',
      mistakes: {
        leak_probability_given: 'This is the probability with the future visible. Position 2 may no longer be read: mask it first, then apply softmax.',
        weight_for_probability: 'This is the weight of BOS. It still has to multiply the value, which is 0.5 for each candidate.',
        old_weight_for_probability: 'This is the weight that BOS had in the leak. With the answer blocked the row is normalised anew: the weight becomes 1 and multiplies the value of BOS.',
        wrong_certainty: 'Not seeing the answer does not make its probability 0. BOS gives each candidate 0.5, and that is the prediction.',
      },
    },
    causal_loss: {
      question: 'Under the causal rule, what is the mean loss in nats?',
      hints: ['Again −ln `p`, now with the `p` of the causal rule.', 'Both records still have the same `p`.'],
      reasoning: (facts) => `−ln ${facts.reference('causal_probability')[0]}, which is ln 2: the loss of a blind guess between two candidates.`,
      mistakes: {
        leak_loss_given: 'This is the loss with the future visible. Use the probability under the causal rule.',
      },
    },
    unchanged: {
      question: (facts) => `The ratio changed from ${facts.value('chapter_ratio')} to ${facts.value('ratio')}. What stays the same once the future is forbidden?`,
      options: {
        causal_prediction: 'Probability and loss under the causal rule: they never used the ratio.',
        leak_weights: 'The weights with the future visible.',
        leak_loss: 'The loss with the future visible.',
        both_losses: 'The losses under both visibilities.',
        nothing: 'Nothing; everything changed.',
      },
      hints: ['In the score of which key does the ratio stand? May this key be read under the causal rule?'],
      reasoning: 'The ratio stands only in the score of the answer’s key. The causal rule blocks this key, so neither probability nor loss depends on the ratio. A narrower shortcut only raises the loss of the leak; it is still a leak.',
      mistakes: {
        chose_leak_weights: 'The ratio decides the weights of the leak. You computed them in the first question: they changed.',
        chose_leak_loss: 'The loss of the leak follows the ratio: the smaller the ratio, the smaller the answer’s weight and the higher the loss.',
        chose_both_losses: 'Only one of the losses stays. With the future visible the loss follows the ratio.',
        chose_nothing: 'Under the causal rule only BOS is read, and neither its value nor its weight has anything to do with the ratio.',
      },
    },
  },
};

export const exercise3: Record<Language, ExerciseTexts> = { zh, en };
