/** Numbered list of the next steps. */
import { NumberedSteps } from '../../components/display/NumberedSteps';

interface StepsProps {
  label: string;
  steps: readonly string[];
}

export function Steps({ label, steps }: StepsProps) {
  return (
    <NumberedSteps aria-label={label}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </NumberedSteps>
  );
}
