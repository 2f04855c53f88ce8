import { useEffect, useState } from 'react'
import { t } from '#shared/language.ts'
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
 * Second step of a login: enter a code, or set up the second factor first. Calls `onSession` once the user is
 * signed in, `onDone` when they may continue, and `onOver` with the reason if they have to start over.
 */
export function SecondStep({ step, setUp, onSession, onDone, onBack, onOver }: SecondStepProps) {
  const [error, setError] = useState<string | null>(null)
  const [entered, setEntered] = useState<Me | null>(null)
  // Error from loading the recovery codes. Kept during a retry, so that the message doesn't disappear.
  const [withoutCodes, setWithoutCodes] = useState<Error | null>(null)
  const fail = (failure: Error) =>
    failure instanceof Problem && failure.code === 'step_over'
      ? onOver(failure)
      : setError(sentenceFor(failure))
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
      <div ref={box} tabIndex={-1} className={`${style.box} stack top gap-4`}>
        {codes.data && <RecoveryCodes codes={codes.data.codes} onKept={() => onDone(entered)} />}
        {!codes.data && withoutCodes && (
          <LostCodes
            failure={withoutCodes}
            busy={codes.isPending}
            onRetry={() => codes.mutate({})}
            onLeft={() => onDone(entered)}
          />
        )}
      </div>
    )
  const entry = {
    action: t('Log in'),
    busy: enter.isPending || codes.isPending,
    error,
    onCode: (code: string) => enter.mutate({ step, code }),
  }
  return (
    <div ref={box} tabIndex={-1} className={`${style.box} stack top gap-4`}>
      {setUp && (
        <Notice kind="warn">
          {t('Staff here also need a code to log in. You only need to set this up once.')}
        </Notice>
      )}
      {setUp && !secret && error && <Notice kind="error">{error}</Notice>}
      {setUp && !secret && !error && <Skeleton label={t('Loading the key')} lines={6} />}
      {setUp ? (
        secret && <SetUp {...secret} {...entry} />
      ) : (
        <CodeEntry {...entry} hint={t('Six digits from your authenticator app, or a recovery code.')} />
      )}
      {!entered && <Button onClick={onBack}>{t('Back')}</Button>}
    </div>
  )
}

type LostCodesProps = { failure: Error; busy: boolean; onRetry: () => void; onLeft: () => void }

/**
 * Message that the recovery codes couldn't be loaded. A user who has no codes and loses their phone is locked
 * out, so continuing must be a deliberate choice.
 */
function LostCodes({ failure, busy, onRetry, onLeft }: LostCodesProps) {
  return (
    <>
      <ErrorState
        title={t('Your recovery codes couldn’t be loaded.')}
        message={sentenceFor(failure)}
        busy={busy}
        onRetry={onRetry}
      />
      <p>
        {t(
          'You are logged in. If you continue without recovery codes and lose your phone, you can’t log in until an admin turns off two-step login for you. You can create codes later in your profile.',
        )}
      </p>
      <Button reason={busy ? t('Your recovery codes are being created.') : null} onClick={onLeft}>
        {t('Continue without recovery codes')}
      </Button>
    </>
  )
}
