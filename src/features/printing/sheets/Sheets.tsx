import { type CSSProperties, Fragment, type ReactNode } from 'react'
import type { WorkSpace } from '#features/questions/kinds/KindScreens.tsx'
import { renderedBy, show } from '#features/questions/rules.ts'
import { t } from '#shared/language.ts'
import { styleNonce } from '#web/nonce.ts'
import type { PrintedPart, PrintedQuestion } from '../use-printed.ts'
import { QuestionOnPaper } from './QuestionOnPaper.tsx'
import {
  type BlockLayout,
  margin,
  pageName,
  pageRules,
  type PaperName,
  papers,
  roomOf,
  sheetsIn,
} from './layout.ts'
import { usePageLayout } from './use-page-layout.ts'
import style from './Sheets.module.css'

type SheetsProps = {
  parts: readonly PrintedPart[]
  paper: PaperName
  space: WorkSpace
  hasKey: boolean
  onLaid: (sheets: number | null) => void
}

/**
 * A series of sheets with the same header: a section or the answer key. Its blocks are kept whole if they fit
 * on a sheet.
 */
type SheetSeries = { left: string; right: string; isKey: boolean; blocks: { id: string; node: ReactNode }[] }

/** Everything to print, laid out on sheets exactly as it will be printed. */
export function Sheets({ parts, paper, space, hasKey, onLaid }: SheetsProps) {
  const filled = parts.filter(({ questions }) => questions.length > 0)
  const flows = [
    ...filled.map((part) => flowOf(part, space)),
    ...(hasKey && filled.length > 0 ? [keyOf(filled)] : []),
  ]
  const size = papers[paper]
  const { box, laid } = usePageLayout({
    parts,
    as: `${paper} ${space} ${hasKey}`,
    room: roomOf(size),
    onLaid,
  })
  const counts = flows.map((_, at) => sheetsIn(laid?.[at] ?? []))
  const all = counts.reduce((sum, count) => sum + count, 0)
  return (
    <>
      <style nonce={styleNonce()}>{pageRules(size, flows)}</style>
      <div
        ref={box}
        className={`${style.sheets} paper`}
        data-sheets={laid ? all : undefined}
        style={
          {
            '--width': `${size.width}mm`,
            '--height': `${size.height}mm`,
            '--top': `${margin.top}mm`,
            '--bottom': `${margin.bottom}mm`,
            '--side': `${margin.side}mm`,
          } as CSSProperties
        }
      >
        {flows.map((flow, at) => (
          <SeriesOfSheets
            key={flow.blocks[0]?.id}
            flow={flow}
            name={pageName(at)}
            laid={laid?.[at] ?? []}
            before={counts.slice(0, at).reduce((sum, count) => sum + count, 0)}
            of={all}
          />
        ))}
      </div>
    </>
  )
}

const shownOf = ({ key, texts, ...question }: PrintedQuestion) => ({
  ...question,
  shown: show(key, renderedBy(texts)),
})

const wayOf = ({ section: { names } }: PrintedPart) => names

function flowOf(part: PrintedPart, space: WorkSpace): SheetSeries {
  const names = wayOf(part)
  const blocks = part.questions.map((question) => ({
    id: question.id,
    node: <QuestionOnPaper question={shownOf(question)} space={space} />,
  }))
  const heading = { id: part.section.id, node: <h2 data-heading>{names.at(-1)}</h2> }
  return {
    left: names.join(' – '),
    right: t('Name _________________________  Date _____________'),
    isKey: false,
    blocks: [heading, ...blocks],
  }
}

function keyOf(parts: readonly PrintedPart[]): SheetSeries {
  const level = parts.map(wayOf)[0]?.[0] ?? ''
  const blocks = parts.flatMap((part) => [
    {
      id: `key ${part.section.id}`,
      node: <h3 data-heading>{wayOf(part).slice(1).join(' – ')}</h3>,
    },
    ...part.questions.map(({ id, num, key, texts, printed: { RightAnswer } }) => ({
      id: `key ${id}`,
      node: (
        <p className={`${style.answer} grid breakable`} data-answer={num}>
          <b>{num}</b>{' '}
          <span>
            <RightAnswer answers={key} texts={texts} />
          </span>
        </p>
      ),
    })),
  ])
  const heading = { id: 'key', node: <h2 data-heading>{t('Answer key')}</h2> }
  return {
    left: t('{level} – Answer key', { level }),
    right: t('Not for students'),
    isKey: true,
    blocks: [heading, ...blocks],
  }
}

type SeriesProps = {
  flow: SheetSeries
  name: string
  laid: readonly BlockLayout[]
  before: number
  of: number
}

/**
 * Series of sheets. Headers, footers and gaps are only shown on screen, because printed pages get theirs from
 * the CSS page rules.
 */
function SeriesOfSheets({ flow, name, laid, before, of }: SeriesProps) {
  const foot = (sheet = 0, left = 0) => (
    <p
      className={`${style.foot} row apart middle to-end`}
      style={{ '--left': `${left}px` } as CSSProperties}
      aria-hidden
    >
      {laid.length > 0 && t('Page {num} of {of}', { num: before + sheet + 1, of })}
    </p>
  )
  const last = laid.at(-1)
  return (
    <section className={flow.isKey ? style.key : style.flow} style={{ page: name }} aria-label={flow.left}>
      <Head {...flow} />
      <div className={style.text}>
        {flow.blocks.map(({ id, node }, at) => {
          const { first, scale, breaks } = laid[at] ?? { first: false, scale: 1, breaks: false }
          const above = laid[at - 1]
          return (
            <Fragment key={id}>
              {first && (
                <div className={style.turn}>
                  {foot(above?.sheet, above?.left)}
                  <Head {...flow} />
                </div>
              )}
              <div
                className={style.block}
                data-block
                data-first={first || undefined}
                data-breaks={breaks || undefined}
                style={{ zoom: scale < 1 ? scale : undefined }}
              >
                {node}
              </div>
            </Fragment>
          )
        })}
      </div>
      {foot(last?.sheet, last?.left)}
    </section>
  )
}

const Head = ({ left, right }: Pick<SheetSeries, 'left' | 'right'>) => (
  <p className={`${style.head} row apart`} aria-hidden>
    <span>{left}</span>
    <span>{right}</span>
  </p>
)
