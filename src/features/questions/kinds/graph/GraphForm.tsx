import { Checkbox } from '@mantine/core'
import { useId } from 'react'
import { t } from '#shared/language.ts'
import { Axes } from './Axes.tsx'
import { graph } from './graph.ts'
import { LazyGraph } from './LazyGraph.tsx'
import { type DrawType, type GraphType, settingsFaults } from './settings.ts'
import type { KeyOf } from '#features/questions/rules.ts'
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
}
const graphTypes: Record<GraphType, string> = {
  positive: 'First quadrant',
  cartesian: 'All four quadrants',
  line: 'Number line',
  plot: 'Plot',
}

/** Settings of a graph question: axes, kind of drawing, and the right drawing. */
export function GraphForm({ answers, presets, set }: FormProps<'graph'>) {
  const change: Change = (part) => set({ answers: { ...answers, ...part } })
  const { drawType, graphType, labeled, settings } = answers
  const paper = (type: GraphType) => change({ graphType: type, settings: presets?.[type] ?? settings })
  return (
    <>
      <div className={`${style.two} grid top gap-3`}>
        <Choice
          label={t('Students draw')}
          words={drawTypes}
          value={drawType}
          onChange={(type) => change({ drawType: type })}
        />
        <Choice label={t('Paper')} words={graphTypes} value={graphType} onChange={paper} />
      </div>
      <Checkbox
        label={t('Students also name each point')}
        checked={labeled}
        onChange={({ target }) => change({ labeled: target.checked })}
      />
      <Drawing answers={answers} onChange={change} />
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
        given={{ kind: 'graph', points: answers.answer }}
        verdict={null}
        readOnly={false}
        judged={false}
        describedBy={id}
        onChange={(given) => given.kind === 'graph' && onChange({ answer: given.points })}
        onEnter={() => {}}
      />
    </div>
  )
}
