import { Checkbox } from '@mantine/core'
import { useId } from 'react'
import { t } from '#shared/language.ts'
import { TextField } from '#ui/TextField.tsx'
import { Axes } from './Axes.tsx'
import type { Point } from './axes.ts'
import { graph } from './graph.ts'
import { LazyGraph } from './LazyGraph.tsx'
import { isFigure, pointsOf } from './points.ts'
import { type DrawType, type GraphType, settingsFaults } from './settings.ts'
import { nameOf } from './use-points.ts'
import type { KeyOf } from '../../rules.ts'
import type { FormProps } from '../KindScreens.tsx'
import { Choice } from '../mc/Choice.tsx'
import style from '../../editing/answers/AnswerForm.module.css'

type Graph = KeyOf<'graph'>
type Change = (part: Partial<Graph>) => void

const drawTypes: Record<DrawType, string> = {
  point: 'Points',
  line: 'A line',
  segment: 'A segment',
  ray: 'A ray',
  polygon: 'A polygon',
  circle: 'A circle',
  parabola: 'A parabola',
  absolute: 'An absolute value graph',
  sine: 'A sine wave',
  exponential: 'An exponential curve',
  shiftedExponential: 'An exponential curve and its asymptote',
  halfPlane: 'A half-plane',
}
const graphTypes: Record<GraphType, string> = {
  positive: 'First quadrant',
  cartesian: 'All four quadrants',
  line: 'Number line',
  plot: 'Plot',
}

/** Settings of a graph question: axes, kind of drawing, and the right drawing. */
export function GraphForm({ answers, draft, presets, set }: FormProps<'graph'>) {
  const change: Change = (part) => set({ answers: { ...answers, ...part } })
  const { drawType, graphType, labeled, settings } = answers
  const draw = (type: DrawType) =>
    change({
      drawType: type,
      answer: answers.answer.slice(0, pointsOf[type].most ?? undefined),
      labeled: labeled && !isFigure(type),
      dashed: undefined,
      coordinates: undefined,
    })
  const paper = (type: GraphType) => change({ graphType: type, settings: presets?.[type] ?? settings })
  return (
    <>
      <div className={`${style.two} grid top gap-3`}>
        <Choice label={t('Students draw')} words={drawTypes} value={drawType} onChange={draw} />
        <Choice label={t('Paper')} words={graphTypes} value={graphType} onChange={paper} />
      </div>
      {!isFigure(drawType) && (
        <Checkbox
          label={t('Students also name each point')}
          checked={labeled}
          onChange={({ target }) => change({ labeled: target.checked })}
        />
      )}
      <Drawing answers={answers} onChange={change} />
      {(draft.variables ?? answers.coordinates) && answers.answer.length > 0 && (
        <Coordinates answers={answers} onChange={change} />
      )}
      <details className={style.looks}>
        <summary>{t('Axes')}</summary>
        <div className="stack gap-2">
          <Axes
            settings={settings}
            isLine={graphType === 'line'}
            onChange={(next) => change({ settings: next })}
          />
        </div>
      </details>
    </>
  )
}

/** Field for the right drawing, made on the graph as students see it or entered as coordinates. */
function Drawing({ answers, onChange }: { answers: Graph; onChange: Change }) {
  const id = useId()
  if (settingsFaults(answers.settings, answers.graphType).length > 0) return null
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className={style.label}>
        {t('Correct drawing')}
      </p>
      <LazyGraph
        shown={graph.show(answers)}
        given={{ kind: 'graph', points: answers.answer, dashed: answers.dashed }}
        verdict={null}
        readOnly={false}
        judged={false}
        describedBy={id}
        onChange={(given) =>
          given.kind === 'graph' &&
          onChange({
            answer: given.points,
            dashed: given.dashed || undefined,
            coordinates:
              answers.coordinates?.length === given.points.length ? answers.coordinates : undefined,
          })
        }
        onEnter={() => {}}
      />
    </div>
  )
}

/**
 * Fields for coordinates, which may have random values. They aren't stored if all of them are the same as in
 * the drawing.
 */
function Coordinates({ answers, onChange }: { answers: Graph; onChange: Change }) {
  const { answer, coordinates, drawType, graphType } = answers
  const drawn = answer.map(({ x, y }) => ({ x: String(x), y: String(y) }))
  const written = coordinates ?? drawn
  const isDrawn = (next: typeof drawn) => JSON.stringify(next) === JSON.stringify(drawn)
  const write = (at: number, part: { x?: string; y?: string }) => {
    const next = written.map((each, index) => (index === at ? { ...each, ...part } : each))
    onChange({ coordinates: isDrawn(next) ? undefined : next })
  }
  const name = (point: Point, at: number) => nameOf(point, at, drawType)
  return (
    <fieldset className="stack gap-2">
      <legend className={style.label}>{t('Coordinates with random values')}</legend>
      {answer.map((point, at) => (
        <div key={at} className={`${style.two} grid top gap-3`}>
          {(graphType === 'line' ? (['x'] as const) : (['x', 'y'] as const)).map((along) => (
            <TextField
              key={along}
              label={`${name(point, at)}, ${along}`}
              hint={
                at === 0 && along === 'x'
                  ? t('A number, or a placeholder such as {example}', { example: '{{a}}' })
                  : undefined
              }
              maxLength={60}
              autoComplete="off"
              value={written[at]?.[along] ?? ''}
              onChange={(text) => write(at, { [along]: text })}
            />
          ))}
        </div>
      ))}
    </fieldset>
  )
}
