import { Checkbox } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import type { DrawType, GraphSettings, GraphType } from '#features/questions/kinds/graph/settings/rules.ts'
import { pointsOf } from '#features/questions/kinds/graph/points/rules.ts'
import type { AnswerKey } from '#features/questions/rules.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'
import type { GraphPresets } from './AnswerForm.tsx'
import { Choice } from './Choice.tsx'
import { NumField } from './NumField.tsx'
import style from './AnswerForm.module.css'

type Graph = Extract<AnswerKey, { kind: 'graph' }>
type GraphFormProps = { answers: Graph; presets: GraphPresets | undefined; set: (next: Graph) => void }

const drawTypes: Record<DrawType, string> = { point: 'Points', line: 'A line', segment: 'A segment', ray: 'A ray', polygon: 'A polygon' }
const graphTypes: Record<GraphType, string> = {
  positive: 'Positive quarter',
  cartesian: 'Whole plane',
  line: 'Number line',
  plot: 'Plot',
}

/** Graph paper, what is drawn on it, and the right drawing. */
export function GraphForm({ answers, presets, set }: GraphFormProps) {
  const { drawType, graphType, labeled, settings } = answers
  const paper = (type: GraphType) => set({ ...answers, graphType: type, settings: presets?.[type] ?? settings })
  return (
    <>
      <div className={style.two}>
        <Choice label="What is drawn" words={drawTypes} value={drawType} onChange={(type) => set({ ...answers, drawType: type })} />
        <Choice label="Paper" words={graphTypes} value={graphType} onChange={paper} />
      </div>
      <Checkbox
        label="Every point has a name, which must be right too"
        checked={labeled}
        onChange={({ target }) => set({ ...answers, labeled: target.checked })}
      />
      <Points answers={answers} set={set} />
      <details className={style.looks}>
        <summary>Axes</summary>
        <div className={style.fields}>
          <Axes settings={settings} isLine={graphType === 'line'} onChange={(next) => set({ ...answers, settings: next })} />
        </div>
      </details>
    </>
  )
}

/** The right points by their numbers. */
function Points({ answers, set }: Omit<GraphFormProps, 'presets'>) {
  const { answer, labeled, drawType, graphType } = answers
  const { most } = pointsOf[drawType]
  const put = (next: Graph['answer']) => set({ ...answers, answer: next })
  return (
    <div className={style.texts} role="group" aria-label="Points of the answer">
      {answer.map((point, at) => (
        <div key={at} className={style.line}>
          <NumField label={`x ${at + 1}`} value={point.x} onChange={(x = 0) => put(answer.with(at, { ...point, x }))} />
          {graphType !== 'line' && (
            <NumField label={`y ${at + 1}`} value={point.y} onChange={(y = 0) => put(answer.with(at, { ...point, y }))} />
          )}
          {labeled && (
            <TextField
              label={`Name ${at + 1}`}
              maxLength={20}
              value={point.label ?? ''}
              onChange={(label) => put(answer.with(at, { ...point, label }))}
            />
          )}
          <Button
            kind="quiet"
            icon={<X aria-hidden />}
            aria-label={`Delete point ${at + 1}`}
            onClick={() => put(answer.toSpliced(at, 1))}
          />
        </div>
      ))}
      {answer.length < (most ?? 100) && (
        <Button kind="quiet" icon={<Plus aria-hidden />} onClick={() => put([...answer, { x: 0, y: 0 }])}>
          Add point
        </Button>
      )}
    </div>
  )
}

const axisWords = { min: 'from', max: 'to', minor: 'thin line each', major: 'number each' } as const

type AxesProps = { settings: GraphSettings; isLine: boolean; onChange: (settings: GraphSettings) => void }

function Axes({ settings, isLine, onChange }: AxesProps) {
  const text = (field: 'graphName' | 'xlabel' | 'ylabel', label: string) => (
    <TextField
      label={label}
      required={false}
      maxLength={50}
      value={settings[field]}
      onChange={(value) => onChange({ ...settings, [field]: value })}
    />
  )
  const axes = isLine ? (['x'] as const) : (['x', 'y'] as const)
  return (
    <>
      {text('graphName', 'Title of the graph')}
      {axes.map((axis) => (
        <div key={axis} className={style.two}>
          {text(`${axis}label`, `Name of ${axis}`)}
          {(['min', 'max', 'minor', 'major'] as const).map((bound) => (
            <NumField
              key={bound}
              label={`${axis} ${axisWords[bound]}`}
              value={settings[`${axis}${bound}`]}
              onChange={(value = 0) => onChange({ ...settings, [`${axis}${bound}`]: value })}
            />
          ))}
        </div>
      ))}
    </>
  )
}
