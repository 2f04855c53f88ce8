import type { ComponentType } from 'react'
import { isAnswered, linesOf, type ShownPart } from '#features/questions/kinds/fr/given.ts'
import { letterOf } from '#features/questions/kinds/mc/given.ts'
import type { Kind, ShownOf } from '#features/questions/kinds/given.ts'
import { Content } from '#ui/Content.tsx'
import { Graph } from './Graph.tsx'
import type { WorkSpace } from './layout.ts'
import style from './Blanks.module.css'

type BlanksProps<K extends Kind = Kind> = { shown: ShownOf<K>; space: WorkSpace }

/** Space to answer each kind of question on paper. */
const blanks: { [K in Kind]: ComponentType<BlanksProps<K>> } = {
  fr: Parts,
  mc: Choices,
  sentence: Sentence,
  graph: Paper,
}

/** Space to answer a question on paper. */
export function Blanks({ shown, space }: BlanksProps) {
  const Blank = blanks[shown.kind] as ComponentType<BlanksProps>
  return <Blank shown={shown} space={space} />
}

function Paper({ shown, space }: BlanksProps<'graph'>) {
  if (space === 'none') return null
  return (
    <Graph shown={shown} width={(shown.graphType === 'line' ? 520 : 320) + (space === 'roomy' ? 100 : 0)} />
  )
}

function Choices({ shown: { choices, pickMany } }: BlanksProps<'mc'>) {
  return (
    <>
      {pickMany && <p className={style.note}>Check all correct answers.</p>}
      <ol className={`${style.choices} cluster`}>
        {choices.map((nodes, at) => (
          <li key={at}>
            <span className={style.box} />
            <span>{letterOf(at)}</span>
            <Content nodes={nodes} inline />
          </li>
        ))}
      </ol>
    </>
  )
}

function Sentence({ shown: { words }, space }: BlanksProps<'sentence'>) {
  return (
    <>
      {words && (
        <p className={`${style.words} cluster`}>
          {words.map((word, at) => (
            <span key={at}>{word}</span>
          ))}
        </p>
      )}
      <Lines count={space === 'none' ? 0 : space === 'roomy' ? 3 : words ? 1 : 2} space={space} />
    </>
  )
}

/** Ruled lines to write on. */
function Lines({ count, space }: { count: number; space: WorkSpace }) {
  if (count === 0) return null
  return (
    <span className={style.lines} data-space={space}>
      {Array.from({ length: count }, (_, at) => (
        <span key={at} />
      ))}
    </span>
  )
}

function Parts({ shown: { parts }, space }: BlanksProps<'fr'>) {
  const { columns, lines } = linesOf(parts)
  const hasOwn = parts.some(({ kind }) => kind === 'work' || kind === 'manual')
  return (
    <>
      {lines.map((line, at) => (
        <div key={at} className={`${style.parts} cluster`} data-columns={columns || undefined}>
          {line.map(({ part, at: place }) => (
            <Part key={place} part={part} space={space} />
          ))}
        </div>
      ))}
      {!hasOwn && space !== 'none' && <div className={style.room} data-space={space} />}
    </>
  )
}

const written = { manual: { normal: 4, roomy: 7 }, work: { normal: 1, roomy: 1.5 } }

function Part({ part, space }: { part: ShownPart; space: WorkSpace }) {
  if (!isAnswered(part)) return <Content nodes={part.content} inline />
  if (part.kind === 'manual' || part.kind === 'work') {
    const count =
      part.kind === 'manual'
        ? space === 'none'
          ? 0
          : written.manual[space]
        : space === 'none'
          ? 0
          : part.lines * written.work[space]
    return (
      <span className={style.writing}>
        {part.prompt.length > 0 && <Content nodes={part.prompt} inline />}
        <Lines count={Math.round(count)} space={space} />
      </span>
    )
  }
  if (part.kind === 'select')
    return (
      <span className={style.options}>
        {part.options.map(({ text, content }) => (
          <span key={text}>
            <span className={style.box} />
            <Content nodes={content} inline />
          </span>
        ))}
      </span>
    )
  return (
    <span
      className={style.blank}
      data-kind={part.kind}
      data-super={part.isSuper || undefined}
      data-right={part.rightAlign || undefined}
    />
  )
}
