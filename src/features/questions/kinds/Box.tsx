import style from './Printed.module.css'

/** Box to check on paper, or a round one with the name `bubble`, which can be read from a photograph. */
export const Box = ({ bubble }: { bubble: string | null }) => (
  <span className={style.box} data-bubble={bubble ?? undefined} />
)
