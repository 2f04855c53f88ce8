import { PartsForm } from '../../kinds/fr/form/PartsForm.tsx'
import { GraphForm } from '../../kinds/graph/GraphForm.tsx'
import { ChoicesForm } from '../../kinds/mc/ChoicesForm.tsx'
import { SentenceForm } from '../../kinds/sentence/SentenceForm.tsx'
import { emptyPart } from './answer-kinds.ts'
import type { AnswerKind, KindForm } from './KindForm.tsx'

/** Forms of all kinds of answers, in the order in which authors choose from them. */
export const kindForms: { [K in AnswerKind]: KindForm<K> } = {
  fr: { label: 'Parts', empty: () => ({ kind: 'fr', parts: [emptyPart('number')] }), Form: PartsForm },
  mc: {
    label: 'Choices',
    empty: () => ({ kind: 'mc', choices: ['', '', '', ''], correct: [] }),
    Form: ChoicesForm,
  },
  sentence: { label: 'Sentence', empty: () => ({ kind: 'sentence', value: '' }), Form: SentenceForm },
  graph: {
    label: 'Graph',
    empty: (presets) =>
      presets
        ? {
            kind: 'graph',
            drawType: 'point',
            graphType: 'cartesian',
            labeled: false,
            settings: presets.cartesian,
            answer: [],
          }
        : null,
    Form: GraphForm,
  },
}

export const answerKinds = Object.keys(kindForms) as AnswerKind[]
