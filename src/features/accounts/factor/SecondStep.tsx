import { useEffect, useState } from 'react'
import { Problem } from '#shared/problem.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useSend } from '#web/api.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { Notice } from '../Notice.tsx'
import type { Me } from '../rules.ts'
import { factor, secondStep } from './api.ts'
import style from './Factor.module.css'
import { CodeEntry, RecoveryCodes, SetUp } from './SetUp.tsx'
import { useFocusAt } from './use-focus-at.ts'

type SecondStepProps = {
  step: string
  setUp: boolean
  onSession: (me: Me) => void
  onDone: (me: Me) => void
  onBack: () => void
  onOver: (failure: Error) => void
}

/**
 * After the right password: the code, or first what it is made from. `onSession` hears that somebody is signed in, `onDone` that they may go on, `onOver`
 * why they have to begin again.
 */
export function SecondStep({ step, setUp, onSession, onDone, onBack, onOver }: SecondStepProps) {
  const [error, setError] = useState<string | null>(null)
  const [entered, setEntered] = useState<Me | null>(null)
  // It stays while the codes are asked for again.
  const [withoutCodes, setWithoutCodes] = useState<Error | null>(null)
  const fail = (failure: Error) =>
    failure instanceof Problem && failure.code === 'step_over' ? onOver(failure) : setError(sentenceFor(failure))
  const { mutate: prepare, data: secret } = useSend(factor.prepare, { onError: fail })
  useEffect(() => {
    if (setUp) prepare({ step })
  }, [setUp, step, prepare])
  const codes = useSend(factor.codes, { onError: setWithoutCodes })
  const enter = useSend(secondStep.enter, {
    onSuccess: (me) => {
      onSession(me)
      if (!setUp) return onDone(me)
      setEntered(me)
      codes.mutate({})
    },
    onError: fail,
  })
  const box = useFocusAt(codes.data ? 'codes' : withoutCodes ? 'withoutCodes' : secret ? 'begun' : 'entered')
  if (entered && (codes.data || withoutCodes))
    return (
      <div ref={box} tabIndex={-1} className={style.box}>
        {codes.data && <RecoveryCodes codes={codes.data.codes} onKept={() => onDone(entered)} />}
        {!codes.data && withoutCodes && (
          <WithoutCodes failure={withoutCodes} busy={codes.isPending} onRetry={() => codes.mutate({})} onLeft={() => onDone(entered)} />
        )}
      </div>
    )
  const entry = {
    action: 'Log in',
    busy: enter.isPending || codes.isPending,
    error,
    onCode: (code: string) => enter.mutate({ step, code }),
  }
  return (
    <div ref={box} tabIndex={-1} className={style.box}>
      {setUp && <Notice kind="warn">Staff sign in with a code here. Set it up once, now.</Notice>}
      {setUp && !secret && error && <Notice kind="error">{error}</Notice>}
      {setUp && !secret && !error && <Skeleton label="Loading the key" lines={6} />}
      {setUp ? (
        secret && <SetUp {...secret} {...entry} />
      ) : (
        <CodeEntry {...entry} hint="Six digits from your authenticator app, or a recovery code." />
      )}
      {!entered && <Button onClick={onBack}>Back</Button>}
    </div>
  )
}

type WithoutCodesProps = { failure: Error; busy: boolean; onRetry: () => void; onLeft: () => void }

/** Whoever has no recovery codes is shut out with the telephone: they are asked for again, or done without knowingly. */
function WithoutCodes({ failure, busy, onRetry, onLeft }: WithoutCodesProps) {
  return (
    <>
      <ErrorState title="Your recovery codes can’t be shown." message={sentenceFor(failure)} busy={busy} onRetry={onRetry} />
      <p>
        You are logged in. If you go on without recovery codes and lose your telephone, you can’t log in until an admin turns the code off
        for you. You can make them later on your profile.
      </p>
      <Button reason={busy ? 'Your recovery codes are being made.' : null} onClick={onLeft}>
        Go on without codes
      </Button>
    </>
  )
}
