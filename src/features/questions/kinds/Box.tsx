import style from './Printed.module.css'

/**
 * Box to check on paper. If `bubble` is set, the box is a round bubble with this name, which can be read from
 * a photograph.
 */
export const Box = ({ bubble }: { bubble: string | null }) => (
  <span className={style.box} data-bubble={bubble ?? undefined} />
)
