import { useState } from 'react'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import type { User } from './api.ts'
import { Notice } from './Notice.tsx'
import { PasswordChoice, sentenceOf } from './PasswordChoice.tsx'
import { passwords } from './passwords/api.ts'
import { minScore } from './rules.ts'

type FormError = { at: 'current' | 'new' | 'form'; sentence: string }

function wrongOf(error: Error): FormError {
  const code = error instanceof Problem ? error.code : ''
  return {
    at: code === 'wrong_password' ? 'current' : code === 'weak_password' ? 'new' : 'form',
    sentence: sentenceFor(error),
  }
}

/**
 * Form to change the user's own password. The change requires the current one and ends all other sessions.
 */
export function ChangePassword({ user }: { user: User }) {
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<FormError | null>(null)
  const change = useSend(passwords.change, {
    onSuccess: () => {
      setCurrent('')
      setPassword('')
    },
    onError: (error) => setWrong(wrongOf(error)),
  })
  const type = (set: (text: string) => void) => (text: string) => {
    set(text)
    setWrong(null)
    if (change.isSuccess) change.reset()
  }
  const sentenceAt = (at: FormError['at']) => (wrong?.at === at ? wrong.sentence : null)
  return (
    <Form
      className="stack gap-4"
      onSubmit={() => {
        if (change.isPending) return
        const short = sentenceOf(password)
        setWrong(short ? { at: 'new', sentence: short } : null)
        if (!short) change.mutate({ id: user._id, currentPassword: current, password })
      }}
    >
      {/* Tells password managers which account the new password is for. */}
      <input
        className="visually-hidden"
        name="username"
        autoComplete="username"
        value={user.email ?? user.userName ?? ''}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      {sentenceAt('form') && <Notice kind="error">{sentenceAt('form')}</Notice>}
      {change.isSuccess && (
        <Notice kind="done">{t('Password changed. You have been logged out everywhere else.')}</Notice>
      )}
      <TextField
        label={t('Current password')}
        type="password"
        value={current}
        onChange={type(setCurrent)}
        error={sentenceAt('current')}
        maxLength={100}
        autoComplete="current-password"
      />
      <PasswordChoice
        value={password}
        onChange={type(setPassword)}
        least={minScore(user)}
        error={sentenceAt('new')}
      />
      <div>
        <Button kind="primary" type="submit" busy={change.isPending}>
          {t('Change password')}
        </Button>
      </div>
    </Form>
  )
}
