import { useNavigate } from '@tanstack/react-router'
import type { Chapter } from '#features/material/api.ts'
import { t } from '#shared/language.ts'
import { namesOf, type PrintedSection } from './printed-sections.ts'
import style from './Choosing.module.css'

type SectionsChoiceProps = {
  chapters: readonly Chapter[]
  all: readonly PrintedSection[]
  chosen: readonly PrintedSection[]
}

/** Checkboxes for chapters, their sections and their tests. The choice is stored in the URL. */
export function SectionsChoice({ chapters, all, chosen }: SectionsChoiceProps) {
  const navigate = useNavigate({ from: '/bc-print' })
  const choose = (those: readonly PrintedSection[], on: boolean) => {
    const next = all.filter((each) => (those.includes(each) ? on : chosen.includes(each)))
    void navigate({ search: (now) => ({ ...now, of: namesOf(all, next) }), replace: true })
  }
  const box = (label: string, those: readonly PrintedSection[]) => {
    const count = those.filter((each) => chosen.includes(each)).length
    return (
      <Box
        label={label}
        questions={those.reduce((sum, { questions }) => sum + questions, 0)}
        some={count > 0 && count < those.length}
        checked={count > 0 && count === those.length}
        onChange={(on) => choose(those, on)}
      />
    )
  }
  return (
    <section className={`${style.card} card grid gap-2 pad-3`} aria-labelledby="of-level">
      <h2 id="of-level">{t('Sections and tests')}</h2>
      {all.length === 0 ? <p>{t('This level has no sections yet.')}</p> : box(t('Everything'), all)}
      {chapters.map(({ num, name }) => {
        const those = all.filter(({ chapterNum }) => chapterNum === num)
        const isOpen =
          chapters.length === 1 || (those.some((each) => chosen.includes(each)) && chosen.length < all.length)
        return (
          <details key={num} className={style.chapter} open={isOpen || undefined}>
            <summary>
              {num} {name}
            </summary>
            <ul className={style.list}>
              {those.length > 1 && <li>{box(t('All of chapter {num}', { num }), those)}</li>}
              {those.map((each) => (
                <li key={each.id}>{box(each.names.slice(2).join(' · '), [each])}</li>
              ))}
            </ul>
          </details>
        )
      })}
    </section>
  )
}

type BoxProps = {
  label: string
  questions: number
  some: boolean
  checked: boolean
  onChange: (on: boolean) => void
}

function Box({ label, questions, some, checked, onChange }: BoxProps) {
  const mark = (input: HTMLInputElement | null) => {
    if (input) input.indeterminate = some
  }
  return (
    <label className={`${style.box} row middle gap-2 target`}>
      <input
        ref={mark}
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>{label}</span>
      <span className={style.count} data-figures>
        {questions.toLocaleString('en')}
      </span>
    </label>
  )
}
