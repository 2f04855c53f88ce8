import type { CSSProperties, ReactNode, RefObject } from 'react'
import type { Printed } from '#features/questions/kinds/KindScreens.tsx'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { QrCode } from '#ui/QrCode.tsx'
import { styleNonce } from '#web/nonce.ts'
import { codeBox, frame, markCenters, markSize } from '../reading/frame.ts'
import { codeOf } from '../reading/page-codes.ts'
import { QuestionOnPaper } from '../sheets/QuestionOnPaper.tsx'
import { type BlockLayout, type PaperName, papers } from '../sheets/layout.ts'
import sheetStyle from '../sheets/Sheets.module.css'
import type { Worksheet } from './api.ts'
import { content } from './page-content.ts'
import style from './WorksheetPages.module.css'

type WorksheetPagesProps = {
  box: RefObject<HTMLDivElement | null>
  worksheet: Worksheet
  printed: ReadonlyMap<string, Printed>
  paper: PaperName
  /** Layout of the questions; null while it is measured. */
  laid: readonly BlockLayout[] | null
  /** Ids of the pages; null until they are stored. */
  codes: readonly string[] | null
}

/** A student's work on paper, exactly as it will be printed. */
export function WorksheetPages({ box, worksheet, printed, paper, laid, codes }: WorksheetPagesProps) {
  const { width, height, size } = papers[paper]
  const blocks = worksheet.questions.map((question, at) => ({
    num: question.num,
    sheet: laid?.[at]?.sheet ?? 0,
    node: (
      <div className={sheetStyle.block} data-block style={{ zoom: laid?.[at]?.scale ?? 1 }}>
        <QuestionOnPaper
          question={{ ...question, printed: printed.get(question.shown.kind) as Printed }}
          space="normal"
          digits={question.digits}
        />
      </div>
    ),
  }))
  const sheets = [...Map.groupBy(blocks, ({ sheet }) => sheet).values()]
  const measures = {
    '--width': `${width}mm`,
    '--height': `${height}mm`,
    '--frame-width': `${frame.width}mm`,
    '--frame-height': `${frame.height}mm`,
    '--mark': `${markSize}mm`,
    '--content-top': `${content.top}mm`,
    '--code-left': `${codeBox.left}mm`,
    '--code-top': `${codeBox.top}mm`,
    '--code-size': `${codeBox.size}mm`,
  } as CSSProperties
  return (
    <>
      <style nonce={styleNonce()}>{`@page { size: ${size}; margin: 0 }`}</style>
      <div ref={box} className={`${sheetStyle.sheets} ${style.pages} paper`} style={measures}>
        {laid === null ? (
          <div className={style.measured}>
            {blocks.map(({ num, node }) => (
              <div key={num}>{node}</div>
            ))}
          </div>
        ) : (
          sheets.map((those, at) => (
            <Sheet key={at} worksheet={worksheet} num={at + 1} of={sheets.length} code={codes?.[at] ?? null}>
              {those.map(({ num, node }) => (
                <div key={num}>{node}</div>
              ))}
            </Sheet>
          ))
        )}
      </div>
    </>
  )
}

type SheetProps = {
  worksheet: Worksheet
  num: number
  of: number
  code: string | null
  children: ReactNode
}

function Sheet({ worksheet: { firstName, lastName, name }, num, of, code, children }: SheetProps) {
  const label = t('Page {num} of {of}', { num, of })
  return (
    <section className={style.sheet} aria-label={label}>
      <div className={style.frame} data-frame>
        {markCenters.map(({ x, y }) => (
          <span
            key={`${x} ${y}`}
            className={style.mark}
            style={{ left: `${x - markSize / 2}mm`, top: `${y - markSize / 2}mm` }}
          />
        ))}
        <div className={style.code}>
          {code ? (
            <QrCode text={codeOf(code)} label={t('Code for page {num}', { num })} />
          ) : (
            <p className={style.codeless}>
              {t('No code: photos of this page can’t be read. Use the Print button instead.')}
            </p>
          )}
        </div>
        <header className={`${style.head} grid`}>
          <strong>{fullName({ firstName, lastName })}</strong>
          <span>{name}</span>
          <small>{t('Fill in bubbles with a dark pencil. Keep the black squares clean.')}</small>
        </header>
        <div className={style.content}>{children}</div>
        <p className={style.foot}>{label}</p>
      </div>
    </section>
  )
}
