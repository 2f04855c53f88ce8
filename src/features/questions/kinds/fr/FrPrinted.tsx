import { withUnit } from '#math/units.ts'
import { t } from '#shared/language.ts'
import { formulaOf } from '../../editing/answers/formulas.ts'
import { renderedBy } from '../../rules.ts'
import { Content } from '#ui/Content.tsx'
import type { BlanksProps, RightAnswerProps, WorkSpace } from '../KindScreens.tsx'
import { Box } from '../Box.tsx'
import style from '../Printed.module.css'
import { RuledLines } from '../RuledLines.tsx'
import { digitName, digitPlaces, optionName } from './bubbles.ts'
import { namedSources, type Source } from './follow-through.ts'
import type { Part } from './fr.ts'
import { FrTable } from './FrTable.tsx'
import { isAnswered, linesOf, type PlacedPart, type ShownPart } from './given.ts'

export function Blanks({ shown: { parts, columns: wide }, space, bubbles = null }: BlanksProps<'fr'>) {
  const blank = ({ part, at, mine }: PlacedPart) => (
    <Blank key={at} part={part} space={space} mine={mine} bubbles={bubbles !== null} />
  )
  if (wide !== undefined)
    return <FrTable placed={linesOf(parts).lines.flat()} columns={wide} contents={blank} />
  const { columns, lines } = linesOf(parts)
  const hasOwn = parts.some(({ kind }) => kind === 'work' || kind === 'manual')
  return (
    <>
      {lines.map((line, at) => (
        <div key={at} className={`${style.parts} cluster`} data-columns={columns || undefined}>
          {line.map(blank)}
        </div>
      ))}
      {!hasOwn && !bubbles && space !== 'none' && <div className={style.room} data-space={space} />}
    </>
  )
}

/** Ruled lines to print: for free text, their total; for scratch work, the number per line of its height. */
const ruledLines = { manual: { none: 0, normal: 4, roomy: 7 }, work: { none: 0, normal: 1, roomy: 1.5 } }

type BlankProps = {
  part: ShownPart
  space: WorkSpace
  /** Index of this part among the parts that take an answer. */
  mine: number
  bubbles: boolean
}

function Blank({ part, space, mine, bubbles }: BlankProps) {
  if (!isAnswered(part)) return <Content nodes={part.content} inline />
  if (part.kind === 'manual' || part.kind === 'work') {
    const lines = part.kind === 'work' ? part.lines : 1
    return (
      <span className={style.writing}>
        {part.prompt.length > 0 && <Content nodes={part.prompt} inline />}
        <RuledLines count={Math.round(lines * ruledLines[part.kind][space])} space={space} />
      </span>
    )
  }
  if (part.kind === 'select')
    return (
      <span className={style.options}>
        {part.options.map(({ text, content }, at) => (
          <span key={text}>
            <Box bubble={bubbles ? optionName(mine, at) : null} />
            <Content nodes={content} inline />
          </span>
        ))}
      </span>
    )
  if (bubbles) return <DigitBubbles mine={mine} />
  return (
    <span
      className={style.blank}
      data-kind={part.kind}
      data-super={part.isSuper || undefined}
      data-right={part.rightAlign || undefined}
    />
  )
}

/** Bubbles for a whole number: a row for each digit, with a box to write the digit in. */
const DigitBubbles = ({ mine }: { mine: number }) => (
  <span className={style.digits}>
    {digitPlaces.map((place) => (
      <span key={place}>
        <Box bubble={null} />
        {Array.from({ length: 10 }, (_, digit) => (
          <span key={digit}>
            <Box bubble={digitName(mine, place, digit)} />
            <small>{digit}</small>
          </span>
        ))}
      </span>
    ))}
  </span>
)

export function RightAnswer({ answers: { parts }, texts }: RightAnswerProps<'fr'>) {
  return parts.map((part, at) =>
    part.kind === 'label' || part.kind === 'work' ? null : (
      <span key={at} className={style.listed}>
        <PartAnswer part={part} texts={texts} />
        {part.kind === 'number' && part.follows !== undefined && (
          <small> ({followWords(part.follows, namedSources(parts, at))})</small>
        )}
      </span>
    ),
  )
}

/** Returns a note for graders: the formula by which an answer may follow from earlier answers. */
const followWords = (formula: string, sources: readonly Source[]) =>
  t('or what follows from earlier answers: {formula}, where {letters}', {
    formula,
    letters: sources.map(({ letter, num }) => t('{letter} = part {num}', { letter, num })).join(', '),
  })

function PartAnswer({ part, texts }: { part: Part; texts: RightAnswerProps['texts'] }) {
  if (part.kind === 'manual') return <em>{t('Answers will vary')}</em>
  if (part.kind === 'select')
    return <Content nodes={renderedBy(texts)(part.options[part.correct] ?? '')} inline />
  if (!('value' in part)) return null
  const text = part.kind === 'number' && part.unit ? withUnit(part.value, part.unit) : part.value
  const value = part.kind === 'expression' ? <Expression part={part} texts={texts} /> : text
  return part.isSuper ? <sup>{value}</sup> : value
}

/** Expression displayed as math, or as typed if it can't be parsed. */
function Expression({
  part,
  texts,
}: {
  part: Extract<Part, { kind: 'expression' }>
  texts: RightAnswerProps['texts']
}) {
  const looks = texts[formulaOf(part.value, part.variables) ?? '']
  return looks ? <Content nodes={looks} inline /> : part.value
}
