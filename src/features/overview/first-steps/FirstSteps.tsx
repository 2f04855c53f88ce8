import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Center } from '#features/centers/api.ts'
import { settings } from '#features/schedule/center-settings/api.ts'
import { useCenterChange } from '#features/schedule/center-settings/use-center-change.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { read, useSend } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { toast } from '#web/toast.tsx'
import { firstSteps } from './api.ts'
import { type StepName, stepWords } from './steps.ts'
import style from './FirstSteps.module.css'

type FirstStepsProps = {
  center: Center
  /** CSS class of the section. */
  part: string | undefined
}

/** Setup steps for a new center, with the completed ones checked off. Renders nothing once all are done. */
export function FirstSteps({ center: { _id: centerId, version }, part }: FirstStepsProps) {
  // Refetch on every visit, because the steps are done on other pages.
  const { data: steps = [] } = useQuery({ ...read(firstSteps.read, { centerId }), refetchOnMount: 'always' })
  useLive(`center:${centerId}`, ['schedule'], [firstSteps.read])
  const changed = useCenterChange()
  const send = useSend(settings.change, {
    onSuccess: (saved) => {
      changed(saved)
      toast(t('First steps are hidden. You can show them again in the settings.'))
    },
  })
  if (steps.length === 0) return null
  const next = steps.find(({ done }) => !done)
  return (
    <section className={part} aria-labelledby="first-steps">
      <div className="cluster middle apart gap-2">
        <h2 id="first-steps">{t('First steps')}</h2>
        <Button
          kind="quiet"
          busy={send.isPending}
          aria-label={t('Hide the first steps')}
          onClick={() => send.mutate({ centerId, firstSteps: false, ifMatch: version })}
        >
          {t('Hide')}
        </Button>
      </div>
      <ProgressBar label={t('Done')} done={steps.filter(({ done }) => done).length} of={steps.length} />
      <ol className={`${style.steps} grid`}>
        {steps.map(({ name, done }) => (
          <Step key={name} centerId={centerId} name={name} done={done} next={name === next?.name} />
        ))}
      </ol>
    </section>
  )
}

type StepProps = { centerId: string; name: StepName; done: boolean; next: boolean }

function Step({ centerId, name, done, next }: StepProps) {
  const { title, purpose } = stepWords[name]
  return (
    <li className={`${style.step} grid`} aria-current={next ? 'step' : undefined}>
      <span className={done ? style.done : 'quiet'}>
        {done ? (
          <CircleCheck size={20} role="img" aria-label={t('Done')} />
        ) : (
          <Circle size={20} role="img" aria-label={t('To do')} />
        )}
      </span>
      <span className="breakable">
        <StepLink centerId={centerId} name={name}>
          {t(title)}
        </StepLink>
        {!done && <span className={`${style.purpose} quiet`}>{t(purpose)}</span>}
      </span>
    </li>
  )
}

const targets = {
  center: '/centers/$centerId/settings',
  closures: '/centers/$centerId/settings',
  staff: '/centers/$centerId/staff',
  timetable: '/centers/$centerId/classes',
  students: '/centers/$centerId/students',
  parents: '/centers/$centerId/students',
  tablets: '/devices',
  mail: '/centers/$centerId/emails',
} as const satisfies Record<StepName, string>

/** A link to the page where a step can be done. */
const StepLink = ({
  centerId,
  name,
  children,
}: {
  centerId: string
  name: StepName
  children: ReactNode
}) => (
  <Link to={targets[name]} params={{ centerId }} className={style.link}>
    {children}
  </Link>
)
