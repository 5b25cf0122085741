/** Names the build, for what is kept between two of them. */
declare const __BUILD__: string;
