import { Link, Navigate, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { ClipboardCheck, LogOut } from 'lucide-react'
import { centers } from '#features/centers/api.ts'
import { schedules } from '#features/schedule/api.ts'
import { t } from '#shared/language.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Logo } from '#ui/Logo.tsx'
import { useLive } from '#web/live.ts'
import { useMe } from '#web/session.tsx'
import { PageFooter } from '#web/shell/PageFooter.tsx'
import style from './Classroom.module.css'
import { seatWords } from './rules.ts'
import { useIdle } from './use-idle.ts'
import { takenSeat, takeSeat, useSeat } from './use-seat.ts'

const idleMs = 15 * 60_000

/**
 * Layout of every classroom device page (spec §2). Shows the device and the person using it, and signs that
 * person out when the device is idle.
 */
export function DeviceShell() {
  const me = useMe()
  const navigate = useNavigate()
  const { userId } = useParams({ strict: false })
  const [centerId] = me.centers
  const leave = () => {
    takeSeat(null)
    void navigate({ to: '/classroom' })
  }
  useIdle(idleMs, leave)
  // Also closes an open screen immediately when the device is revoked.
  useLive(centerId ? `center:${centerId}` : null, ['attendance', 'schedule'], [schedules.day, centers.one])
  // The URL alone doesn't prove that this person was chosen on this device.
  const isTaken = me.group !== 'devices' || userId === undefined || takenSeat()?.userId === userId
  return (
    <div className={`${style.shell} stack`} data-audience="family">
      <header className={`${style.bar} cluster middle gap-1-3 pad-3-4 surface`}>
        <Link
          to="/classroom"
          aria-label={t('Classes today')}
          className="inline-row middle to-middle target square"
        >
          <Logo size={32} />
        </Link>
        <strong className="breakable">{me.firstName}</strong>
        {userId !== undefined && isTaken ? (
          <Person onLeave={leave} />
        ) : (
          centerId && <span className={`${style.center} breakable`}>{centerId}</span>
        )}
      </header>
      <main className={`${style.page} stack gap-4 pad-4 grow`}>
        {isTaken ? <Outlet /> : <Navigate to="/classroom" replace />}
      </main>
      <footer className={`${style.footer} fine-print text-center`}>
        <PageFooter />
      </footer>
    </div>
  )
}

function Person({ onLeave }: { onLeave: () => void }) {
  const { centerId, userId, name, seat } = useSeat()
  return (
    <span className={`${style.person} cluster middle gap-2 breakable`}>
      <span>
        {name || ' '} <small>{t(seatWords[seat])}</small>
      </span>
      <Link
        to="/centers/$centerId/$role/$userId/grading"
        params={{ centerId, role: seat, userId }}
        className={buttonClass({ kind: 'quiet' })}
        activeProps={{ 'aria-current': 'page' }}
      >
        <ClipboardCheck aria-hidden />
        {t('Grading')}
      </Link>
      <Button kind="quiet" icon={<LogOut aria-hidden />} onClick={onLeave}>
        {t('Leave')}
      </Button>
    </span>
  )
}
