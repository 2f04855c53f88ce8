/** The line in every footer (spec §2). */
export const Copyright = () => <>© {new Date().getFullYear()} Blended Learning</>
