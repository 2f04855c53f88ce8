import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { OutputOf } from '#shared/contract.ts'
import { Button } from '#ui/Button.tsx'
import { read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { Form } from '#ui/Form.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { Sentence } from '#ui/Sentence.tsx'
import { isDead, MailLink, LoginLink } from './MailLink.tsx'
import { PasswordChoice, sentenceOf } from './PasswordChoice.tsx'
import { passwords } from './passwords/api.ts'

type NewPasswordProps = {
  /** Label of the button. */
  save: string
  /** Message after saving. */
  done: string
  /** Advice shown when the link no longer works. */
  dead: ReactNode
}

/** Lets a person with an emailed link choose a password: the first one after an invitation, or a new one. */
export const NewPassword = ({ save, done, dead }: NewPasswordProps) => (
  <MailLink
    ask={(token) => read(passwords.link, { token })}
    dead={
      <>
        {dead}
        <LoginLink />
      </>
    }
  >
    {(token, owner, onDead) => <Choice token={token} owner={owner} save={save} done={done} onDead={onDead} />}
  </MailLink>
)

type ChoiceProps = Omit<NewPasswordProps, 'dead'> & {
  token: string
  owner: OutputOf<typeof passwords.link>
  onDead: () => void
}

function Choice({ token, owner, save, done, onDead }: ChoiceProps) {
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const reset = useSend(passwords.reset, {
    onSuccess: () => {
      toast(done)
      void navigate({ to: '/login' })
    },
    onError: (error) => (isDead(error) ? onDead() : setWrong(sentenceFor(error))),
  })
  return (
    <Form
      className="stack gap-4"
      onSubmit={() => {
        if (reset.isPending) return
        const short = sentenceOf(password)
        setWrong(short)
        if (!short) reset.mutate({ token, password })
      }}
    >
      <p>
        <Sentence
          text="Hello {firstName}! You log in as {signInName}."
          firstName={owner.firstName}
          signInName={<strong>{owner.signInName}</strong>}
        />
      </p>
      {/* Tells password managers which account the password is for. */}
      <input
        className="visually-hidden"
        name="username"
        autoComplete="username"
        value={owner.signInName}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <PasswordChoice
        value={password}
        onChange={(typed) => {
          setPassword(typed)
          setWrong(null)
        }}
        least={owner.least}
        error={wrong}
      />
      <Button kind="primary" type="submit" wide busy={reset.isPending}>
        {save}
      </Button>
    </Form>
  )
}
