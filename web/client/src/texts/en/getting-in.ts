export const gettingIn = {
  welcome: "Welcome back",
  email: "E-mail address",
  password: "Password",
  logIn: "Log in",
  register: "Create an account",
  forgotten: "Forgotten your password?",
  newHere: "New here?",
};
