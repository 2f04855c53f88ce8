import { useId } from 'react'
import style from './Integrations.module.css'

type ChoiceProps = { label: string; about: string; checked: boolean; onToggle: () => void }

/** A checkbox with a line of explanation. */
export function Choice({ label, about, checked, onToggle }: ChoiceProps) {
  const id = useId()
  return (
    <label className={`${style.choice} row gap-3 target`}>
      <input
        type="checkbox"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-about`}
        checked={checked}
        onChange={onToggle}
      />
      <span className="stack">
        <span id={`${id}-label`}>{label}</span>
        <span id={`${id}-about`} className="fine-print">
          {about}
        </span>
      </span>
    </label>
  )
}
