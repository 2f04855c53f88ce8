import { Link, Outlet } from '@tanstack/react-router'
import { LogOut, UserRound } from 'lucide-react'
import { useVerdicts } from '#features/practice/use-verdicts.ts'
import { t } from '#shared/language.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { Logo } from '#ui/Logo.tsx'
import { later } from '#web/later.tsx'
import { useMe } from '#web/session.tsx'
import { useLogOut } from '#web/shell/use-log-out.ts'
import { useLazyParts } from '#web/use-lazy-parts.ts'
import style from './FamilyShell.module.css'

/**
 * Loads the notice about outbox entries that have waited a long time to be sent. It has its own chunk,
 * because it is rarely shown.
 */
const loadLongWaiting = () => import('#web/shell/LongWaiting.tsx')
const LogOutDialog = later(() => import('#web/shell/LogOutDialog.tsx').then((loaded) => loaded.LogOutDialog))
/** Loads the footer separately, because it isn't needed right away. */
const loadFooter = () => import('./FamilyFooter.tsx')

/**
 * Shell of the student and parent pages (spec §2): a Dashboard link for parents, the user's first name, and
 * links to the profile and to log out. Kept in a small bundle without staff code.
 */
export function FamilyShell() {
  const me = useMe()
  const { logOut, dialogProps } = useLogOut()
  useVerdicts()
  const { ready: waiting } = useLazyParts(loadLongWaiting)
  const { ready: footer } = useLazyParts(loadFooter)
  const name = me.firstName
  return (
    <div
      className={`${style.shell} in-order stack`}
      data-audience={me.group === 'students' ? 'child' : 'family'}
    >
      <header className={`${style.bar} row middle gap-2 pad-2-4 surface`}>
        <Link
          to={me.group === 'parents' ? '/parent' : '/student'}
          className="inline-row middle to-middle target square"
          aria-label={t('Home page')}
        >
          <Logo size={32} />
        </Link>
        {me.group === 'parents' && (
          <Link
            to="/parent"
            className={`${style.link} inline-row middle gap-2 bold ink rounded target no-underline`}
            activeOptions={{ exact: true }}
            activeProps={{ 'aria-current': 'page' }}
          >
            {t('Dashboard')}
          </Link>
        )}
        <span className="grow" />
        <Link
          to="/profile/$userId"
          params={{ userId: me._id }}
          className={`${style.link} inline-row middle gap-2 bold ink rounded target no-underline`}
          aria-label={t('Profile of {name}', { name })}
        >
          <Avatar name={me.avatar} label={name} size={36} decorative />
          <span className={`${style.name} breakable`}>{name}</span>
          <UserRound className={style.small} aria-hidden />
        </Link>
        <Button kind="quiet" icon={<LogOut aria-hidden />} onClick={logOut} aria-label={t('Log out')}>
          <span className={`${style.name} breakable`}>{t('Log out')}</span>
        </Button>
      </header>
      <main className={`${style.content} grow`}>
        {waiting && <waiting.LongWaiting user={me._id} />}
        <Outlet />
      </main>
      <footer className={`${style.footer} fine-print pad-4 text-center`}>
        {footer && <footer.FamilyFooter me={me} />}
      </footer>
      {dialogProps.unsent.length > 0 && <LogOutDialog {...dialogProps} />}
    </div>
  )
}
