import { CircleCheck, CircleSlash, MailQuestionMark } from 'lucide-react'
import { t } from '#shared/language.ts'
import { StatusText } from '#ui/StatusText.tsx'
import type { Person } from './api.ts'
import { stateOf, stateWords } from './staff-words.ts'

const signs = {
  active: { icon: CircleCheck, color: 'success' },
  invited: { icon: MailQuestionMark, color: 'info' },
  closed: { icon: CircleSlash, color: 'secondary' },
} as const

/** The state of an account as an icon and a word. */
export function AccountState({ person }: { person: Pick<Person, 'invited' | 'disabled'> }) {
  const state = stateOf(person)
  return <StatusText {...signs[state]}>{t(stateWords[state])}</StatusText>
}
