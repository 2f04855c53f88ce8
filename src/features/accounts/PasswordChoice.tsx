import { useEffect, useState } from 'react'
import type { OutputOf } from '#shared/contract.ts'
import { t } from '#shared/language.ts'
import { TextField } from '#ui/TextField.tsx'
import { call } from '#web/api.ts'
import { passwords } from './passwords/api.ts'
import { Password } from './passwords/password-field.ts'
import { StrengthBar } from './StrengthBar.tsx'

type Score = OutputOf<typeof passwords.score>

const pauseMs = 300

/**
 * Returns the server's score for the password. It is null until typing pauses and the score has arrived. The
 * server checks the password again when it is saved.
 */
function useScore(password: string): Score | null {
  const [scored, setScored] = useState<{ password: string; score: Score } | null>(null)
  useEffect(() => {
    if (!password || password.length > 100) return
    const unmounted = new AbortController()
    const timer = setTimeout(() => {
      call(passwords.score, { password }, { signal: unmounted.signal })
        .then((score) => setScored({ password, score }))
        .catch(() => {})
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      unmounted.abort()
    }
  }, [password])
  return scored?.password === password ? scored.score : null
}

type PasswordChoiceProps = {
  value: string
  onChange: (password: string) => void
  /** Lowest accepted score. */
  least: number
  /** Error from the server. */
  error?: string | null
}

/** Field for a new password with its strength bar. */
export function PasswordChoice({ value, onChange, least, error = null }: PasswordChoiceProps) {
  const score = useScore(value)
  const tooLong = value.length > 100 ? sentenceOf(value) : null
  return (
    <div className="stack gap-2">
      <TextField
        label={t('New password')}
        type="password"
        value={value}
        onChange={onChange}
        error={error ?? tooLong}
        hint={t(
          '8 to 100 characters. A few words that only you would put together are easy to remember and hard to guess.',
        )}
        autoComplete="new-password"
      />
      <StrengthBar score={score?.score ?? null} least={least} feedback={error ? null : score?.feedback} />
    </div>
  )
}

/**
 * Returns an error message if the password is too short or too long, otherwise null. Doesn't call the server.
 */
export function sentenceOf(password: string) {
  const { error } = Password.safeParse(password)
  return error ? t('A password {message}.', { message: error.issues[0]?.message }) : null
}
