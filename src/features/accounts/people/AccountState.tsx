import { CircleCheck, CircleSlash, MailQuestionMark } from 'lucide-react'
import { t } from '#shared/language.ts'
import type { Person } from './api.ts'
import { stateOf, stateWords } from './staff-words.ts'
import style from './AccountState.module.css'

const signs = { active: CircleCheck, invited: MailQuestionMark, closed: CircleSlash } as const

/** The state of an account as an icon and a word. */
export function AccountState({ person }: { person: Pick<Person, 'invited' | 'disabled'> }) {
  const state = stateOf(person)
  const Icon = signs[state]
  return (
    <span className={`inline-row middle gap-1 nowrap ${style[state]}`}>
      <Icon size={16} aria-hidden />
      {t(stateWords[state])}
    </span>
  )
}
