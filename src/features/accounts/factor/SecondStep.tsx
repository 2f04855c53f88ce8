import { useEffect, useState } from 'react'
import { Problem } from '#shared/problem.ts'
import { Button } from '#ui/Button.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useSend } from '#web/api.ts'
import { sentenceFor } from '#web/snack.tsx'
import { Notice } from '../Notice.tsx'
import type { Me } from '../rules.ts'
import { factor, secondStep } from './api.ts'
import style from './Factor.module.css'
import { CodeEntry, RecoveryCodes, SetUp } from './SetUp.tsx'
import { useFocusAt } from './use-focus-at.ts'

type SecondStepProps = { step: string; setUp: boolean; onSession: (me: Me) => void; onDone: (me: Me) => void; onBack: () => void }

/** After the right password: the code, or first what it is made from. `onSession` hears that somebody is signed in, `onDone` that they may go on. */
export function SecondStep({ step, setUp, onSession, onDone, onBack }: SecondStepProps) {
  const [error, setError] = useState<string | null>(null)
  const [kept, setKept] = useState<{ me: Me; codes: string[] } | null>(null)
  const fail = (failure: Error) => (failure instanceof Problem && failure.code === 'step_over' ? onBack() : setError(sentenceFor(failure)))
  const { mutate: prepare, data: secret } = useSend(factor.prepare, { onError: fail })
  useEffect(() => {
    if (setUp) prepare({ step })
  }, [setUp, step, prepare])
  const codes = useSend(factor.codes)
  const enter = useSend(secondStep.enter, {
    onSuccess: (me) => {
      onSession(me)
      if (setUp) codes.mutate({}, { onSuccess: (made) => setKept({ me, codes: made.codes }), onError: () => onDone(me) })
      else onDone(me)
    },
    onError: fail,
  })
  const box = useFocusAt(kept ? 'codes' : secret ? 'begun' : 'entered')
  if (kept)
    return (
      <div ref={box} tabIndex={-1} className={style.box}>
        <RecoveryCodes codes={kept.codes} onKept={() => onDone(kept.me)} />
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
      <Button onClick={onBack}>Back</Button>
    </div>
  )
}
