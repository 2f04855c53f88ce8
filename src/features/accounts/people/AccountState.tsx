import { CircleCheck, CircleSlash, MailQuestionMark } from 'lucide-react'
import type { Person } from './api.ts'
import { stateOf } from './rules.ts'
import style from './AccountState.module.css'

const signs = {
  active: { word: 'Active', Icon: CircleCheck },
  invited: { word: 'Invited', Icon: MailQuestionMark },
  closed: { word: 'Closed', Icon: CircleSlash },
} as const

/** The state of an account as an icon and a word. */
export function AccountState({ person }: { person: Pick<Person, 'invited' | 'disabled'> }) {
  const state = stateOf(person)
  const { word, Icon } = signs[state]
  return (
    <span className={`${style.state} ${style[state]}`}>
      <Icon size={16} aria-hidden />
      {word}
    </span>
  )
}
