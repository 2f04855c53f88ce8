import { axesOf, paperOf } from '../graph/axes.ts'
import printed from '../graph/PrintedGraph.module.css'
import type { BlanksProps, RightAnswerProps } from '../KindScreens.tsx'
import type { GraphSettings } from '../graph/settings.ts'
import { LineDrawing } from './LineDrawing.tsx'
import { type Range, rangesOf } from './ranges.ts'

type PrintedLineProps = { settings: GraphSettings; width: number; ranges: readonly Range[] }

function PrintedLine({ settings, width, ranges }: PrintedLineProps) {
  const paper = paperOf(axesOf(settings), 'line', width)
  return (
    <figure className={printed.graph}>
      {settings.graphName && <figcaption>{settings.graphName}</figcaption>}
      <svg
        width={paper.width}
        height={paper.height}
        viewBox={`0 0 ${paper.width} ${paper.height}`}
        aria-hidden
        data-type="line"
      >
        <LineDrawing settings={settings} paper={paper} ranges={ranges} />
      </svg>
    </figure>
  )
}

export const Blanks = ({ shown: { settings }, space }: BlanksProps<'numberLine'>) =>
  space === 'none' ? null : (
    <PrintedLine settings={settings} width={space === 'roomy' ? 620 : 520} ranges={[]} />
  )

export const RightAnswer = ({ answers: { settings, value } }: RightAnswerProps<'numberLine'>) => (
  <>
    {value}
    <PrintedLine settings={settings} width={300} ranges={rangesOf(value)} />
  </>
)
