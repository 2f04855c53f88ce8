import { t } from '#shared/language.ts'
import { TextField } from '#ui/TextField.tsx'
import { NumField } from '../../editing/answers/NumField.tsx'
import style from '../../editing/answers/AnswerForm.module.css'
import type { GraphSettings } from './settings.ts'

const axisWords = { min: 'from', max: 'to', minor: 'grid line every', major: 'number every' } as const

type AxesProps = { settings: GraphSettings; isLine: boolean; onChange: (settings: GraphSettings) => void }

/** Fields for the title and the axes of a graph or number line. */
export function Axes({ settings, isLine, onChange }: AxesProps) {
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
      {text('graphName', t('Graph title'))}
      {axes.map((axis) => (
        <div key={axis} className={`${style.two} grid top gap-3`}>
          {text(`${axis}label`, t('Label of {axis}', { axis }))}
          {(['min', 'max', 'minor', 'major'] as const).map((bound) => (
            <NumField
              key={bound}
              label={`${axis} ${t(axisWords[bound])}`}
              value={settings[`${axis}${bound}`]}
              onChange={(value = 0) => onChange({ ...settings, [`${axis}${bound}`]: value })}
            />
          ))}
        </div>
      ))}
    </>
  )
}
