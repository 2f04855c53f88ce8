import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { OutputOf } from '#shared/contract.ts'
import { Problem } from '#shared/problem.ts'
import { Token } from '#shared/fields.ts'
import { plain } from '#shared/text.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read, useSend } from '#web/api.ts'
import { sentenceFor, snack } from '#web/snack.tsx'
import style from './Form.module.css'
import { Notice } from './Notice.tsx'
import { PasswordChoice, sentenceOf } from './PasswordChoice.tsx'
import { passwords } from './passwords/api.ts'

type NewPasswordProps = {
  /** What the button says. */
  save: string
  /** What is said once it is saved. */
  done: string
  /** What to do when the link is of no use any more. */
  dead: ReactNode
}

const isDead = (error: Error | null) => error instanceof Problem && error.code === 'token_invalid'

/** Takes the link of a mail and a password: the first one of somebody invited, or a new one. The link's token stands after `#`, so that it is in no log. */
export function NewPassword({ save, done, dead }: NewPasswordProps) {
  const [token] = useState(() => Token.safeParse(new URLSearchParams(location.hash.slice(1)).get('token')).data ?? '')
  const [used, setUsed] = useState(false)
  const link = useQuery({ ...read(passwords.link, { token }), enabled: token !== '', staleTime: Infinity })
  if (token === '' || used || isDead(link.error))
    return (
      <>
        <Notice kind="error">This link has been used or is too old.</Notice>
        {dead}
        <Link to="/login" className={buttonClass({ wide: true })}>
          Go to the login
        </Link>
      </>
    )
  if (link.data) return <Choice token={token} owner={link.data} save={save} done={done} onDead={() => setUsed(true)} />
  if (!link.error) return <Skeleton label="Reading the link" lines={3} height="2.75rem" />
  return (
    <ErrorState
      title="The link can’t be read."
      message={sentenceFor(link.error)}
      busy={link.isFetching}
      onRetry={() => void link.refetch()}
    />
  )
}

type ChoiceProps = Omit<NewPasswordProps, 'dead'> & { token: string; owner: OutputOf<typeof passwords.link>; onDead: () => void }

function Choice({ token, owner, save, done, onDead }: ChoiceProps) {
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const reset = useSend(passwords.reset, {
    onSuccess: () => {
      snack(done)
      void navigate({ to: '/login' })
    },
    onError: (error) => (isDead(error) ? onDead() : setWrong(sentenceFor(error))),
  })
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (reset.isPending) return
        const short = sentenceOf(password)
        setWrong(short)
        if (!short) reset.mutate({ token, password })
      }}
    >
      <p>
        Hello {plain(owner.firstName)}! You log in as <strong>{owner.signInName}</strong>.
      </p>
      {/* Password stores keep the name from here. */}
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
    </form>
  )
}
