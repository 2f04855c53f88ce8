import type { ComponentType } from 'react'
import { letterOf } from '#features/questions/kinds/mc/given.ts'
import { formulaOf } from '#features/questions/editing/answers/formulas.ts'
import type { Part } from '#features/questions/kinds/fr/fr.ts'
import type { Kind } from '#features/questions/kinds/given.ts'
import { renderedBy, solutionOf, type KeyOf, wordsOf } from '#features/questions/rules.ts'
import { Content } from '#ui/Content.tsx'
import type { PrintedQuestion } from '../use-printed.ts'
import { Graph } from './Graph.tsx'
import style from './Answer.module.css'

type AnswerProps<K extends Kind = Kind> = { answers: KeyOf<K>; texts: PrintedQuestion['texts'] }

/** The right answer of each kind in short form. */
const forms: { [K in Kind]: ComponentType<AnswerProps<K>> } = {
  fr: Parts,
  mc: Choices,
  sentence: Sentence,
  graph: Drawing,
}

/** The right answer in short form for the answer key. */
export function Answer({ answers, texts }: AnswerProps) {
  const Form = forms[answers.kind] as ComponentType<AnswerProps>
  return <Form answers={answers} texts={texts} />
}

function Choices({ answers: { correct, choices }, texts }: AnswerProps<'mc'>) {
  return correct
    .toSorted((a, b) => a - b)
    .map((at) => (
      <span key={at} className={style.choice}>
        {letterOf(at)} <Content nodes={renderedBy(texts)(choices[at] ?? '')} inline />
      </span>
    ))
}

function Drawing({ answers }: AnswerProps<'graph'>) {
  return (
    <>
      {wordsOf(solutionOf(answers))}
      <Graph shown={answers} width={answers.graphType === 'line' ? 300 : 190} points={answers.answer} />
    </>
  )
}

function Sentence({ answers }: AnswerProps<'sentence'>) {
  return answers.value
}

function Parts({ answers: { parts }, texts }: AnswerProps<'fr'>) {
  const told = parts.filter(({ kind }) => kind !== 'label' && kind !== 'work')
  return told.map((part, at) => (
    <span key={at} className={style.part}>
      <PartAnswer part={part} texts={texts} />
    </span>
  ))
}

function PartAnswer({ part, texts }: { part: Part; texts: AnswerProps['texts'] }) {
  if (part.kind === 'manual') return <em>Answers will vary</em>
  if (part.kind === 'select')
    return <Content nodes={renderedBy(texts)(part.options[part.correct] ?? '')} inline />
  if (!('value' in part)) return null
  const value = part.kind === 'expression' ? <Expression part={part} texts={texts} /> : part.value
  return part.isSuper ? <sup>{value}</sup> : value
}

/** An expression as math, or as it was typed if it can't be parsed. */
function Expression({
  part,
  texts,
}: {
  part: Extract<Part, { kind: 'expression' }>
  texts: AnswerProps['texts']
}) {
  const looks = texts[formulaOf(part.value, part.variables) ?? '']
  return looks ? <Content nodes={looks} inline /> : part.value
}
