import { letterOf } from '#features/questions/kinds/mc/given.ts'
import { formulaOf } from '#features/questions/editing/answers/formulas.ts'
import type { Part } from '#features/questions/kinds/fr/fr.ts'
import { renderedBy, show, solutionOf, wordsOf } from '#features/questions/rules.ts'
import { Content } from '#ui/Content.tsx'
import type { PrintedQuestion } from '../use-printed.ts'
import { Graph } from './Graph.tsx'
import style from './Answer.module.css'

type AnswerProps = { answers: PrintedQuestion['key']; texts: PrintedQuestion['texts'] }

/** The right answer in short form for the answer key. */
export function Answer({ answers, texts }: AnswerProps) {
  const rendered = renderedBy(texts)
  if (answers.kind === 'mc')
    return answers.correct
      .toSorted((a, b) => a - b)
      .map((at) => (
        <span key={at} className={style.choice}>
          {letterOf(at)} <Content nodes={rendered(answers.choices[at] ?? '')} inline />
        </span>
      ))
  if (answers.kind === 'graph') {
    const shown = show(answers, rendered)
    return (
      <>
        {wordsOf(solutionOf(answers))}
        {shown.kind === 'graph' && <Graph shown={shown} width={shown.graphType === 'line' ? 300 : 190} points={answers.answer} />}
      </>
    )
  }
  if (answers.kind === 'sentence') return answers.value
  const told = answers.parts.filter(({ kind }) => kind !== 'label' && kind !== 'work')
  return told.map((part, at) => (
    <span key={at} className={style.part}>
      <PartAnswer part={part} texts={texts} />
    </span>
  ))
}

function PartAnswer({ part, texts }: { part: Part; texts: AnswerProps['texts'] }) {
  if (part.kind === 'manual') return <em>Answers will vary</em>
  if (part.kind === 'select') return <Content nodes={renderedBy(texts)(part.options[part.correct] ?? '')} inline />
  if (!('value' in part)) return null
  const value = part.kind === 'expression' ? <Expression part={part} texts={texts} /> : part.value
  return part.isSuper ? <sup>{value}</sup> : value
}

/** An expression as math, or as it was typed if it can't be parsed. */
function Expression({ part, texts }: { part: Extract<Part, { kind: 'expression' }>; texts: AnswerProps['texts'] }) {
  const looks = texts[formulaOf(part.value, part.variables) ?? '']
  return looks ? <Content nodes={looks} inline /> : part.value
}
