/** What the product's own icons are drawn with: 24 px on a 24 grid, in the colour of the text around them. */
import type { ReactNode, SVGProps } from 'react';

export interface IconProps {
  size?: number;
}

type DrawingProps = IconProps & { children: ReactNode };

function Svg({ size = 24, ...drawing }: DrawingProps & SVGProps<SVGSVGElement>) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false" {...drawing} />
  );
}

export function Line(props: DrawingProps) {
  return (
    <Svg
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    />
  );
}

export function Solid(props: DrawingProps) {
  return <Svg fill="currentColor" {...props} />;
}
