/** Environment variables with which the checks of the deployment start a production server without external services. */
import { generateKeyPairSync } from 'node:crypto';

/** API Secret of the CloudPayments terminal, with which the checks sign notifications. */
export const API_SECRET = '4f0c9a7be21d5836c0e94b7fa1d2835e';

interface Services {
  /** Listening port of the server. */
  port: number;
  databaseUrl: string;
  /** Port of the mail server on this machine. */
  mailPort: number;
  /** Port of the card provider on this machine. */
  cardProviderPort: number;
}

/** Returns all variables that a production server requires. */
export function productionVariables({ port, databaseUrl, mailPort, cardProviderPort }: Services) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'https://shop.example',
    SESSION_SECRET: 'Zk3pWq8vLr2nXs7tYb5mHd9jFc4gKe6u',
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    MAIL_FROM: 'Shop <mail@shop.example>',
    CLOUDPAYMENTS_PUBLIC_ID: 'pk_0123456789',
    CLOUDPAYMENTS_API_SECRET: API_SECRET,
    CLOUDPAYMENTS_API_URL: `http://127.0.0.1:${cardProviderPort}`,
    FIREBASE_PROJECT_ID: 'shop',
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify({
      project_id: 'shop',
      client_email: 'push@shop.iam.gserviceaccount.com',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    }),
    GOOGLE_SIGN_IN: 'false',
    STAFF_PASSWORD: 'Vq7-long-words-of-the-check',
  };
}
