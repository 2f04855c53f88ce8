import { type ReactNode, useId } from 'react'
import { Button } from './Button.tsx'
import style from './Versions.module.css'
import { t } from '#shared/language.ts'

/**
 * A field that differs between the user's version and the stored one. Without `choose`, it is only displayed.
 */
export type Difference = {
  label: string
  mine: ReactNode
  stored: ReactNode
  choose?: (which: Version) => void
  chosen?: Version
}
type Version = 'mine' | 'stored'

const versions = ['mine', 'stored'] as const
const titles = { mine: 'Yours', stored: 'Saved version' } as const

/**
 * Both versions of a record that somebody else has changed in the meantime, field by field, with a choice for
 * each field that the user can change (reliability F11).
 */
export function Versions({ differences }: { differences: readonly Difference[] | null }) {
  if (!differences) return null
  if (differences.length === 0)
    return <p>{t('Nobody else changed these fields. Other changes to this record are kept.')}</p>
  const choices = differences.filter(({ choose }) => choose)
  return (
    <section className="stack gap-3 pad-3 warn-ground rounded" aria-label={t('Both versions')}>
      {differences.map((difference) => (
        <Pair key={difference.label} {...difference} />
      ))}
      {choices.length > 1 && (
        <div className="cluster gap-2">
          {versions.map((which) => (
            <Button key={which} kind="quiet" onClick={() => choices.forEach(({ choose }) => choose?.(which))}>
              {t(which === 'mine' ? 'Keep all my values' : 'Use all saved values')}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}

function Pair({ label, choose, chosen, ...values }: Difference) {
  const name = useId()
  return (
    <fieldset className={`${style.pair} grid gap-2`}>
      <legend>{label}</legend>
      {versions.map((which) => (
        <label
          key={which}
          className={`${style.version} stack gap-1 pad-2 surface rounded`}
          data-chosen={chosen === which || undefined}
        >
          <span className="fine-print row middle gap-2">
            {choose && (
              <input type="radio" name={name} checked={chosen === which} onChange={() => choose(which)} />
            )}
            {t(titles[which])}
          </span>
          <span className={style.value} data-figures>
            {values[which] || t('Empty')}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
