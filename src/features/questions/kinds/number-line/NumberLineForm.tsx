import { useId } from 'react'
import { t } from '#shared/language.ts'
import { readNumberSet } from '#math/number-set.ts'
import { TextField } from '#ui/TextField.tsx'
import { withSigns } from '../../editing/answers/interval-signs.ts'
import style from '../../editing/answers/AnswerForm.module.css'
import { Axes } from '../graph/Axes.tsx'
import { settingsFaults } from '../graph/settings.ts'
import type { FormProps } from '../KindScreens.tsx'
import { NumberLineFields } from './NumberLineFields.tsx'

/**
 * Form for the line and for the right points and intervals. Authors type these, or mark them on the line as
 * students do.
 */
export function NumberLineForm({ answers, set }: FormProps<'numberLine'>) {
  const { settings, value } = answers
  const label = useId()
  const change = (part: Partial<typeof answers>) => set({ answers: { ...answers, ...part } })
  // A key with placeholders can't be drawn.
  const isDrawn = settingsFaults(settings, 'line').length === 0 && (value === '' || readNumberSet(value).ok)
  return (
    <>
      <TextField
        label={t('Right answer')}
        hint={t('Type inf for ∞ and U for ∪')}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(text) => change({ value: withSigns(text) })}
      />
      {isDrawn && (
        <div role="group" aria-labelledby={label}>
          <p id={label} className={style.label}>
            {t('Correct drawing')}
          </p>
          <NumberLineFields
            shown={{ kind: 'numberLine', settings }}
            given={{ kind: 'numberLine', text: value }}
            verdict={null}
            readOnly={false}
            judged={false}
            describedBy={label}
            onChange={(given) => given.kind === 'numberLine' && change({ value: given.text })}
            onEnter={() => {}}
          />
        </div>
      )}
      <details className={style.looks}>
        <summary>{t('Axes')}</summary>
        <div className="stack gap-2">
          <Axes settings={settings} isLine onChange={(next) => change({ settings: next })} />
        </div>
      </details>
    </>
  )
}
