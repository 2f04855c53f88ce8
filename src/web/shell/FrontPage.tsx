import type { ReactNode } from 'react'
import type { AvatarName } from '#shared/avatars.ts'
import { Logo } from '#ui/Logo.tsx'
import { useTitle } from '../title.ts'
import { useLazyParts } from '../use-lazy-parts.ts'
import style from './FrontPage.module.css'

/**
 * Loads the footer separately, because every page includes this file for when the server can't be reached.
 */
const loadFooter = () => import('./PageFooter.tsx')

type FrontPageProps = {
  title: string
  lead?: ReactNode
  /** Animals that peek over the card's edge. */
  animals?: readonly AvatarName[]
  children?: ReactNode
}

/** A page outside all shells: a card in the middle, for people who aren't signed in and for errors. */
export function FrontPage({
  title,
  lead,
  animals = ['fox_face', 'panda', 'owl', 'koala', 'rabbit_face'],
  children,
}: FrontPageProps) {
  useTitle(title)
  const { ready: footer } = useLazyParts(loadFooter)
  return (
    <div className={`${style.page} stack middle`} data-audience="family">
      <header className={`${style.brand} row middle gap-3`}>
        <Logo size={36} />
        Blended Learning
      </header>
      <main className={`${style.main} stack`}>
        <div className={`${style.animals} row to-middle gap-2`} aria-hidden>
          {animals.map((name) => (
            <img key={name} src={`/avatars/${name}.svg`} alt="" draggable={false} />
          ))}
        </div>
        <div className={`${style.card} stack gap-4 surface`}>
          <h1>{title}</h1>
          {lead && <p className={style.lead}>{lead}</p>}
          {children}
        </div>
      </main>
      <footer className={`${style.footer} fine-print`}>{footer && <footer.PageFooter />}</footer>
    </div>
  )
}
