const year = new Date().getFullYear()

/** The line in every footer (spec §2). */
export const Copyright = () => <>© {year} Blended Learning</>
