import { Link, Outlet } from '@tanstack/react-router'
import { LayoutDashboard, LogOut } from 'lucide-react'
import { accounts } from '#features/accounts/api.ts'
import { plain } from '#shared/text.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Logo } from '#ui/icons/icons.tsx'
import { useLive } from '#web/live.ts'
import { logOut, useMe } from '#web/session.tsx'
import { Copyright } from '#web/shell/Copyright.tsx'
import style from './FamilyShell.module.css'

/** What stands around every page of students and parents (spec §2). Without the staff's components, so that it loads fast on a tablet. */
export function FamilyShell() {
  const me = useMe()
  useLive(`person:${me._id}`, ['account'], [accounts.me])
  return (
    <div className={style.shell} data-audience={me.group === 'students' ? 'child' : 'family'}>
      <header className={style.header}>
        <Link to="/" className={style.home} aria-label="Blended Learning, start page">
          <Logo size={36} />
          <span className={style.wideOnly}>Blended Learning</span>
        </Link>
        <button type="button" onClick={() => void logOut()}>
          <LogOut aria-hidden />
          <span className={style.wideOnly}>Log out</span>
        </button>
      </header>
      <div className={style.content}>
        <Outlet />
      </div>
      <footer className={style.footer}>
        <Copyright />
      </footer>
    </div>
  )
}
